import { graphContract } from '../contracts/graph.ts'
import { storeContract } from '../contracts/store.ts'
import { makeSqlitePlace } from './place.ts'

storeContract('SQLite', () => makeSqlitePlace())
graphContract('SQLite', () => makeSqlitePlace())
