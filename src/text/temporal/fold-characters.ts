/**
 * One spelling for characters that mean the same in a time expression.
 *
 * Owns: full-width forms and the traditional characters of the grammar. Keeps every offset: one code unit for one.
 */

const SIMPLIFIED = new Map(
  [
    ...'週周後后兩两個个這这點点號号禮礼過过鐘钟時时間间從从來来將将會会劃划準准備备當当曾曾沒没還还終终應应該该須须剛刚總总進进開开現现氣气晝昼',
  ].flatMap((character, i, all) => (i % 2 === 0 ? [[character, all[i + 1] ?? character] as const] : [])),
)

const FOLDABLE = new RegExp(
  String.raw`[\uff01-\uff5e\u3000\u00a0\u202f’${[...SIMPLIFIED.keys()].join('')}]`,
  'g',
)

/** The text with full-width characters as ASCII and traditional ones simplified; every index stays as it was. */
export function foldCharacters(text: string): string {
  return text.replace(FOLDABLE, character => {
    const code = character.charCodeAt(0)
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
    if (character === '’') return "'"
    return SIMPLIFIED.get(character) ?? ' '
  })
}
