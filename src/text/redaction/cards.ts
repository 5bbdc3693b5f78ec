/**
 * Numbers of payment cards.
 *
 * Owns: the ranges and lengths of the networks, and the check digit. Leaves numbers in groups of another kind
 * (IBAN, ISBN, telephone) as they are.
 */
import { LEFT_EDGE, type Span } from './marker.ts'

const RUN = new RegExp(String.raw`${LEFT_EDGE}(?<!\d[ -])\d(?:[ -]?\d){12,18}(?![ -]?\d|[A-Za-z_]|\.\d)`, 'g')

/** Beginning and length in digits: Visa, Mastercard, American Express, Discover, JCB, Diners, UnionPay. */
const NETWORKS = [
  /^4\d{15}$/,
  /^5[1-5]\d{14}$/,
  /^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^(?:6011|64[4-9]\d|65\d\d)\d{12}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  /^62\d{14,17}$/,
]

/** A Chinese identity number: region, a day that exists, a serial number. Some begin as UnionPay cards do. */
const IDENTITY_NUMBER = /^\d{6}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{4}$/

/** Card numbers, with or without spaces or hyphens between groups. */
export function findCards(text: string): Span[] {
  return [...text.matchAll(RUN)]
    .filter(({ 0: run }) => isCard(run.replace(/[ -]/g, '')))
    .map(({ index, 0: run }) => ({ start: index, end: index + run.length, kind: 'card number' }))
}

function isCard(digits: string): boolean {
  if (!NETWORKS.some(network => network.test(digits)) || IDENTITY_NUMBER.test(digits)) return false
  return luhnSum(digits) % 10 === 0
}

/** The sum of ISO/IEC 7812-1: from the right, every second digit doubled, nines cast out. */
function luhnSum(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 0x30
    const weighed = at % 2 === 0 ? digit : digit * 2
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum
}
