import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactSecrets } from '../../../src/text/redaction/redact.ts'
import { LOOK_ALIKES } from '../../fixtures/redaction/look-alikes.ts'
import {
  BY_FORM,
  BY_PLACE,
  Draw,
  type Format,
  PLACES,
  PLACES_OF_TOKENS,
} from '../../fixtures/redaction/secrets.ts'

const SAMPLES = 5

interface Sample {
  text: string
  secret: string
  expected: string
}

/** A format at a place, with the text that is expected of it. */
function sample(format: Format, seed: number, place: (secret: string) => string): Sample {
  const secret = format.make(new Draw(seed))
  const { before = '', after = '', kind } = format
  const written = place(`${before}${secret}${after}`)
  const escaped = JSON.stringify(secret).slice(1, -1)
  const marker = `[redacted: ${kind}]`
  return { text: written, secret, expected: written.replaceAll(escaped, marker).replaceAll(secret, marker) }
}

function samplesOf(format: Format, places: readonly ((secret: string) => string)[]): Sample[] {
  return places.flatMap(place =>
    Array.from({ length: SAMPLES }, (_, seed) => sample(format, seed + 1, place)),
  )
}

const nameOf = ({ kind, before = '', after = '' }: Format, at: number) => `${at}: ${before}${kind}${after}`

describe('a secret of a known form', () => {
  it.each(BY_FORM.map((format, at) => [nameOf(format, at), format] as const))('%s', (_, format) => {
    for (const { text, secret, expected } of samplesOf(format, [...PLACES, ...PLACES_OF_TOKENS])) {
      const { text: redacted } = redactSecrets(text)
      expect(redacted).not.toContain(secret)
      expect(redacted).toBe(expected)
    }
  })
})

describe('a secret with a name or a place', () => {
  it.each(BY_PLACE.map((format, at) => [nameOf(format, at), format] as const))('%s', (_, format) => {
    for (const { text, secret, expected } of samplesOf(format, PLACES)) {
      const { text: redacted } = redactSecrets(text)
      expect(redacted).not.toContain(secret)
      expect(redacted).toBe(expected)
    }
  })
})

describe('what only looks like a secret', () => {
  it.each(LOOK_ALIKES.map(text => [text.slice(0, 60), text] as const))('%s', (_, text) => {
    for (const place of PLACES) expect(redactSecrets(place(text))).toEqual({ text: place(text), found: [] })
  })
})

describe('redactSecrets', () => {
  const github = BY_FORM.find(({ kind }) => kind === 'github token')!.make(new Draw(3))

  it('counts what it replaced, by first appearance', () => {
    expect(redactSecrets(`password: hunter2 and ${github}, ${github}`)).toEqual({
      text: 'password: [redacted: password] and [redacted: github token], [redacted: github token]',
      found: [
        { kind: 'password', count: 1 },
        { kind: 'github token', count: 2 },
      ],
    })
  })

  it('names a token by its form rather than by the name beside it', () => {
    expect(redactSecrets(`token: "${github}"`).text).toBe('token: "[redacted: github token]"')
  })

  it('takes a private key that was cut off, and leaves the text after it', () => {
    const [first, second = '', third = ''] = BY_FORM.find(({ kind }) => kind === 'private key')!
      .make(new Draw(1))
      .split('\n')
    expect(redactSecrets(`${first}\n${second}\n${third.slice(0, 30)}\n\nand so on, 5 times`).text).toBe(
      '[redacted: private key]\n\nand so on, 5 times',
    )
  })

  it('takes a private key in a string of JSON', () => {
    const key = BY_FORM.find(({ kind }) => kind === 'private key')!.make(new Draw(2))
    const json = JSON.stringify({ private_key_id: 'x', private_key: `${key}\n` })
    expect(JSON.parse(redactSecrets(json).text)).toEqual({
      private_key_id: 'x',
      private_key: '[redacted: private key]\n',
    })
  })

  it('sees a token after an escaped line end, an escape of an address and a colour', () => {
    for (const before of ['\\n', '%3D', '\x1b[32m'])
      expect(redactSecrets(`${before}${github}`).text).toBe(`${before}[redacted: github token]`)
  })

  it('takes a value of any length, between quotation marks, without them, and with the closing one missing', () => {
    const long = new Draw(4).of('abcdefgh01234567', 100_000)
    expect(redactSecrets(`secret: "${long}", x`).text).toBe('secret: "[redacted: secret]", x')
    expect(redactSecrets(`secret: ${long}, x`).text).toBe('secret: [redacted: secret], x')
    expect(redactSecrets(`secret: "${long} x`).text).toBe('secret: "[redacted: secret] x')
  })

  it.each([
    ['one token', 'a'],
    ['digits', '1'],
    ['quotation marks that are never closed', 'password:“'],
    ['quotation marks in one another', 'password:"\\"'],
    ['names without values', 'password='],
    ['references', 'pwd={'],
    ['beginnings of web tokens', 'eyJaaaaaaaa.'],
    ['beginnings of private keys', '-----BEGIN PRIVATE KEY-----'],
    ['beginnings of addresses', '://a:'],
    ['lone surrogates', '\ud83d'],
  ])('takes a million characters of %s in a moment', (_, unit) => {
    const startedAt = performance.now()
    redactSecrets(unit.repeat(1_000_000 / unit.length))
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })

  it('cannot be switched off by what the text says', () => {
    expect(redactSecrets(`secretlint-disable\n${github}`).text).toBe(
      'secretlint-disable\n[redacted: github token]',
    )
  })
})

/** Secrets, pieces of them, names, signs, markers and lone surrogates, in any order. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...[...BY_FORM, ...BY_PLACE].map(
      (format, seed) => (format.before ?? '') + format.make(new Draw(seed)) + (format.after ?? ''),
    ),
  ),
  fc.constantFrom(...BY_FORM.map(format => format.make(new Draw(9)).slice(0, 9))),
  fc.constantFrom(
    ...[
      'password',
      'token',
      '密码',
      ': ',
      '=',
      '"',
      "'",
      '\\"',
      '是',
      '&',
      ';',
      '://',
      '@',
      ' ',
      '\n',
      '-',
      '.',
      ']',
      '[',
    ],
    ...[
      '[redacted: ',
      '[redacted: github token]',
      '-----BEGIN PRIVATE KEY-----',
      'bearer ',
      'abc12345',
      '4111 ',
      '\\n',
    ],
    ...['\ud83d', '\ude00', '字', '>', '</', '?', ',', '}', '$', '--password ', 'sk-', 'eyJ'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
)
const anyText = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map(parts => parts.join('')),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)) }),
)

describe('of any text', () => {
  it('a redacted text is returned as it is', () => {
    fc.assert(
      fc.property(anyText, text => {
        const { text: once } = redactSecrets(text)
        expect(redactSecrets(once)).toEqual({ text: once, found: [] })
      }),
      { numRuns: 10_000 },
    )
  })

  it('what is between markers is the text, well-formed if it was', () => {
    fc.assert(
      fc.property(anyText, text => {
        const { text: redacted, found } = redactSecrets(text)
        let at = 0
        const rest = redacted.split(/\[redacted: [a-z0-9 ]+\]/)
        for (const part of rest) {
          at = text.indexOf(part, at)
          expect(at).toBeGreaterThanOrEqual(0)
          at += part.length
        }
        if (found.length === 0) expect(redacted).toBe(text)
        if (text.isWellFormed()) expect(redacted.isWellFormed()).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it('prose without digits and signs stays as it is', () => {
    const words = fc.constantFrom(
      'the',
      'password',
      'token',
      'is',
      'secret',
      'stored',
      '密码',
      '令牌',
      '很',
      '重要',
      'key',
    )
    fc.assert(
      fc.property(fc.array(words), parts => {
        expect(redactSecrets(parts.join(' ')).found).toEqual([])
      }),
    )
  })
})
