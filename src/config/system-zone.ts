/**
 * The zone of the machine, as a default for a new installation.
 */

/** IANA name of the system's zone; `UTC` where the system names none that can be used. */
export function systemZone(): string {
  try {
    const zone = new Intl.DateTimeFormat('en').resolvedOptions().timeZone
    // `Etc/Unknown` is what ICU answers for a TZ variable that it does not know.
    return zone && zone !== 'Etc/Unknown' ? zone : 'UTC'
  } catch {
    // Some builds throw for a TZ variable that they do not know.
    return 'UTC'
  }
}
