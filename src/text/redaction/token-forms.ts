/**
 * The forms of keys and tokens that can be told by themselves: a fixed beginning, then characters of one alphabet.
 *
 * Owns: the table. Leaves looking for them to `tokens.ts`. One more service is one more row.
 */

import { LEFT_EDGE } from './marker.ts'

/** A beginning that the service chose, and what must follow it. */
export interface PrefixedForm {
  kind: string
  prefixes: readonly string[]
  /** What follows a prefix: a sticky pattern without open-ended alternatives, so that it takes linear time. */
  rest: RegExp
}

/** A form without a beginning of its own. */
export interface FreeForm {
  kind: string
  pattern: RegExp
}

const ALNUM = 'A-Za-z0-9'
const WORD = 'A-Za-z0-9_\\-'
const HEX = '0-9a-f'

/** At least that many characters of an alphabet; written so that the engine needs no memory for the rest. */
const from = (alphabet: string, least: number): string => `[${alphabet}]{${least}}[${alphabet}]*`
/** So many characters of an alphabet, and then no letter or digit. */
const just = (alphabet: string, length: number | string): string => `[${alphabet}]{${length}}(?![${ALNUM}])`

const form = (kind: string, prefixes: string, rest: string): PrefixedForm => ({
  kind,
  prefixes: prefixes.split(' '),
  rest: new RegExp(rest, 'y'),
})

/** A part with a digit, a letter and a run of sixteen that no hyphen parts: `sk-` begins names of classes, too. */
const RANDOM = `(?=[${WORD}]{0,60}[0-9])(?=[${WORD}]{0,60}[${ALNUM}]{16})`

export const PREFIXED_FORMS: readonly PrefixedForm[] = [
  form('anthropic key', 'sk-ant-', from(WORD, 24)),
  form('openrouter key', 'sk-or-', from(WORD, 24)),
  form('openai key', 'sk-proj- sk-svcacct- sk-admin-', from(WORD, 24)),
  form('openai key', 'sk-', RANDOM + from(WORD, 20)),
  form('groq key', 'gsk_', from(ALNUM, 40)),
  form('xai key', 'xai-', from(ALNUM, 40)),
  form('perplexity key', 'pplx-', from(ALNUM, 32)),
  form('nvidia key', 'nvapi-', from(WORD, 40)),
  form('replicate token', 'r8_', from(ALNUM, 32)),
  form('hugging face token', 'hf_', from(ALNUM, 30)),
  form('github token', 'ghp_ gho_ ghu_ ghs_ ghr_', from(ALNUM, 30)),
  form('github token', 'github_pat_', from('\\w', 50)),
  form(
    'gitlab token',
    'glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glagent- gloas- glimt- glffct-',
    from(`${WORD}.`, 20),
  ),
  form('aws access key id', 'AKIA ASIA ABIA ACCA', just('A-Z0-9', 16)),
  form('google api key', 'AIza', from(WORD, 35)),
  form('google oauth secret', 'GOCSPX-', from(WORD, 24)),
  form('google access token', 'ya29.', from(WORD, 30)),
  form('google refresh token', '1//0', from(WORD, 40)),
  form('aliyun access key id', 'LTAI', just(ALNUM, '12,26')),
  form('tencent secret id', 'AKID', just(ALNUM, '32')),
  form(
    'slack token',
    'xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp- xoxe.',
    `(?=[${WORD}.]{0,40}[0-9])${from(`${WORD}.`, 16)}`,
  ),
  form(
    'slack webhook',
    'https://hooks.slack.com/',
    `(?:services|workflows|triggers)/${from(`${WORD}/`, 20)}`,
  ),
  form(
    'discord webhook',
    'https://discord.com/ https://discordapp.com/ https://ptb.discord.com/ https://canary.discord.com/',
    `api/(?:v\\d{1,2}/)?webhooks/\\d{16,20}/${from(WORD, 40)}`,
  ),
  form('stripe key', 'sk_live_ sk_test_ rk_live_ rk_test_ whsec_', from(`${ALNUM}+/=`, 20)),
  form('npm token', 'npm_', from(ALNUM, 30)),
  form('pypi token', 'pypi-', from(WORD, 50)),
  form('rubygems key', 'rubygems_', from(HEX, 40)),
  form('docker token', 'dckr_pat_ dckr_oat_', from(WORD, 20)),
  form('sendgrid key', 'SG.', `${from(WORD, 16)}\\.${from(WORD, 16)}`),
  form('twilio key', 'SK', just(HEX, 32)),
  form('mailgun key', 'key-', just(HEX, 32)),
  form('cloudflare token', 'cfk_ cfut_ cfat_', from(ALNUM, 40)),
  form('cloudflare token', 'v1.0-', `[${HEX}]{24}-${from(HEX, 100)}`),
  form('digitalocean token', 'dop_v1_ doo_v1_ dor_v1_', from(HEX, 60)),
  form('linear key', 'lin_api_ lin_oauth_', from('\\w', 32)),
  form('notion token', 'ntn_', from(ALNUM, 40)),
  form('notion token', 'secret_', `(?=[${ALNUM}]{0,42}[0-9])${just(ALNUM, 43)}`),
  form('figma token', 'figd_', from(WORD, 36)),
  form('postman key', 'PMAK-', `[${HEX}]{24}-${from(HEX, 30)}`),
  form('grafana token', 'glsa_ glc_', from(`${ALNUM}+/_=`, 32)),
  form('vault token', 'hvs. hvb. hvr.', from(WORD, 24)),
  form('databricks token', 'dapi', `[${HEX}]{32}(?:-\\d)?(?![${ALNUM}])`),
  form('shopify token', 'shpat_ shpca_ shppa_ shpss_', from(ALNUM, 32)),
  form('supabase key', 'sbp_ sb_secret_', from('\\w', 30)),
  form('vercel token', 'vcp_ vci_ vca_ vcr_ vck_', from(ALNUM, 20)),
  form('tailscale key', 'tskey-', `[a-z]{2,20}-\\w{6,40}-${from('\\w', 16)}`),
  form('planetscale token', 'pscale_tkn_ pscale_pw_ pscale_oauth_', from(`${WORD}.`, 32)),
  form('doppler token', 'dp.pt. dp.st. dp.ct. dp.sa.', from(`${WORD}.`, 40)),
  form('fly token', 'fo1_ fm1_ fm2_', from(`${WORD}+/=,`, 40)),
  form('new relic key', 'NRAK-', from('A-Z0-9', 27)),
  form('sentry token', 'sntrys_ sntryu_', from(`${WORD}+/=`, 40)),
  form('atlassian token', 'ATATT3 ATCTT3 ATBB', from(`${WORD}=`, 24)),
  form('square token', 'sq0atp- sq0csp-', from(WORD, 22)),
  form('1password token', 'ops_ey', from(`${ALNUM}+/=`, 100)),
  form('age key', 'AGE-SECRET-KEY-1', from('A-Z0-9', 50)),
  form(
    'json web token',
    'eyJ',
    `${from(WORD, 8)}(?:\\.eyJ${from(WORD, 6)}(?:\\.[${WORD}]*)?|(?:\\.[${WORD}]{8}[${WORD}]*){2,4})`,
  ),
]

const freeForm = (kind: string, pattern: string): FreeForm => ({
  kind,
  pattern: new RegExp(`${LEFT_EDGE}${pattern}(?![${ALNUM}])`, 'g'),
})

export const FREE_FORMS: readonly FreeForm[] = [
  freeForm('telegram token', `\\d{8,10}:[${WORD}]{35}`),
  freeForm('discord token', `[MNO][${ALNUM}]{23,27}\\.[${WORD}]{6}\\.[${WORD}]{27,45}`),
  freeForm('mailchimp key', `[${HEX}]{32}-us\\d{1,2}`),
  freeForm('azure client secret', `[${WORD}.~]{3}\\dQ~[${WORD}.~]{31,34}`),
  freeForm('terraform token', `[${ALNUM}]{14}\\.atlasv1\\.[${WORD}]{60,70}`),
  freeForm('airtable token', `pat[${ALNUM}]{14}\\.[${HEX}]{64}`),
]
