import { storeContract } from '../contracts/store.ts'
import { makeSqlitePlace } from './place.ts'

storeContract('SQLite', () => makeSqlitePlace())
