/**
 * Which versions of DeepSeek Harness the plugin works with, and what it does in another.
 *
 * Owns: the one place that states the range; the package's manifest, the guide and `doctor --dsh` are held against it
 * by a test.
 */
import satisfies from 'semver/functions/satisfies.js'
import valid from 'semver/functions/valid.js'

/** Versions whose history the plugin changes. Prereleases inside a bound count. */
export const SUPPORTED_HOSTS = '0.1.0-rc.8 || 0.1.2-rc.1 || >=0.1.5-rc.1 <0.3.0-0'

/** The version that the tests of the plugin run in; of the others their published form is known only. */
export const TESTED_HOST = '0.1.0-rc.8'

/** Whether the history of a host of this version may be changed; an unknown version is none. */
export function isSupportedHost(version: string | undefined): boolean {
  return valid(version) !== null && satisfies(version ?? '', SUPPORTED_HOSTS, { includePrerelease: true })
}
