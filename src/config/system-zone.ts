/**
 * Time zones as the machine knows them: its own, as a default for a new installation, and whether a name is one.
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

/** Whether the text is an IANA name of a zone that can be used here. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // Intl says "unknown zone" by throwing.
    return false
  }
}
