/**
 * Where DeepSeek Harness keeps its data, and where in it ours lies.
 *
 * Owns: the way from the environment to the harness's home, read as the harness reads it, and the names of what the
 * plugin writes there. Opens and makes nothing.
 */
import { join, resolve } from 'node:path'

/** The world that a path is meant in. */
export interface DshWorld {
  env: NodeJS.ProcessEnv
  /** The user's home folder. */
  home: string
  /** Where a relative `DSH_HOME` starts. */
  cwd: string
}

/** Absolute paths in the harness's home; none need be there. */
export interface DshPlaces {
  /** The folder of all of the harness's data. */
  home: string
  /** Ours, in it. */
  folder: string
  database: string
  /** How the plugin fares, as it wrote last. */
  status: string
  /** Marks of sessions that are not stored to their end. */
  open: string
  profiles: string
  /** The harness's own logs. */
  sessions: string
}

/** First part of the keys of everything that comes from the harness. */
export const DSH_HOST = 'dsh'

/** The home is `DSH_HOME`, else `~/.dsh`; a blank variable counts as unset, a leading `~` is the user's home folder. */
export function dshPlaces({ env, home: userHome, cwd }: DshWorld): DshPlaces {
  const named = env.DSH_HOME?.trim() ? env.DSH_HOME : join('~', '.dsh')
  const home = resolve(cwd, /^~(?=$|[/\\])/.test(named) ? join(userHome, named.slice(1)) : named)
  const folder = join(home, 'palimpsest')
  return {
    home,
    folder,
    database: join(folder, 'memory.db'),
    status: join(folder, 'status.json'),
    open: join(folder, 'open'),
    profiles: join(home, 'profiles'),
    sessions: join(home, 'sessions'),
  }
}
