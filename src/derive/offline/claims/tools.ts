/**
 * Tools that are known by name, and what each is used as.
 *
 * Owns: the lists, one for each relation, and the nouns for them in both languages. What stands in no list is still
 * read where its name is spelled as one; it is then only `uses`.
 */

/** Names separated by `|`, compared without regard to case. */
const NAMES: Readonly<Record<string, string>> = {
  'package-manager':
    'npm|pnpm|yarn|bun|pip|pipenv|poetry|uv|conda|cargo|maven|gradle|composer|homebrew|rye|pdm',
  database:
    'postgres|postgresql|mysql|mariadb|sqlite|mongodb|mongo|cassandra|dynamodb|cockroachdb|oracle|sql server|duckdb|' +
    'clickhouse|firestore|supabase|neo4j|couchdb|tidb|oceanbase|planetscale|turso|libsql|elasticsearch',
  cache: 'redis|memcached|valkey|dragonfly|keydb',
  'message-queue': 'rabbitmq|kafka|nats|activemq|rocketmq|pulsar|sqs|zeromq',
  'programming-language':
    'typescript|javascript|python|rust|golang|go|java|kotlin|swift|ruby|php|c#|c++|scala|elixir|haskell|clojure|' +
    'dart|zig|perl|ocaml|f#|lua|erlang',
  runtime: 'node|node.js|nodejs|deno|bun runtime|jvm|.net',
  'ui-framework':
    'react|vue|vue.js|svelte|sveltekit|angular|solid|solidjs|preact|next.js|nextjs|nuxt|ember|lit|astro|remix|' +
    'flutter|react native|qwik|alpine.js|htmx',
  'server-framework':
    'express|fastify|koa|hono|nestjs|django|flask|fastapi|rails|ruby on rails|laravel|spring boot|spring|phoenix|' +
    'gin|fiber|actix|axum|symfony|asp.net',
  hosting:
    'vercel|netlify|heroku|fly.io|fly|render|railway|aws|gcp|google cloud|azure|hetzner|digitalocean|cloudflare|' +
    'cloudflare pages|cloudflare workers|kubernetes|linode|ovh|github pages|ec2|lambda|openshift|阿里云|腾讯云|' +
    '华为云|火山引擎|百度云|七牛云',
  ci:
    'github actions|gitlab ci|circleci|travis|travis ci|jenkins|buildkite|teamcity|drone|azure pipelines|' +
    'bitbucket pipelines|woodpecker|bamboo|semaphore',
  'test-runner':
    'vitest|jest|mocha|jasmine|pytest|unittest|junit|rspec|phpunit|ava|node:test|karma|cypress|playwright',
  bundler: 'vite|webpack|rollup|esbuild|parcel|rspack|turbopack|tsup|tsdown|rolldown|swc',
  linter:
    'eslint|biome|oxlint|ruff|flake8|pylint|clippy|rubocop|golangci-lint|stylelint|prettier|black|tslint',
  'issue-tracker':
    'jira|linear|trello|asana|youtrack|redmine|github issues|clickup|monday.com|shortcut|禅道|tapd',
  'code-host': 'github|gitlab|bitbucket|gitea|codeberg|sourcehut|forgejo|gitee|码云',
  'chat-tool':
    'slack|discord|microsoft teams|teams|mattermost|zulip|telegram|signal|whatsapp|飞书|钉钉|企业微信|微信|lark|matrix',
  editor:
    'vim|neovim|emacs|vs code|vscode|visual studio code|visual studio|sublime|sublime text|zed|helix|cursor|nano|' +
    'intellij|intellij idea|webstorm|pycharm|goland|xcode|android studio|windsurf|rstudio|kate',
  'operating-system':
    'linux|ubuntu|debian|fedora|arch|arch linux|nixos|macos|windows|windows 10|windows 11|freebsd|mint|linux mint',
  shell: 'zsh|bash|fish|nushell|powershell',
  uses:
    'docker|podman|nix|terraform|ansible|git|mercurial|jj|redux|zustand|tailwind|bootstrap|graphql|grpc|prisma|drizzle|' +
    'kysely|typeorm|sequelize|lodash|zod|axios|nx|turborepo|lerna|figma|sentry|datadog|grafana|prometheus|notion|' +
    'obsidian|storybook|husky|make|just|bazel|cmake|stripe|auth0|keycloak|nginx|caddy|traefik|langchain|pytorch|' +
    'tensorflow|jquery|mobx|pinia|svn|语雀|石墨',
}

/** Families whose members have numbers. */
const FAMILIES: readonly (readonly [string, RegExp])[] = [
  [
    'ai-model',
    /^(?:gpt|claude|gemini|deepseek|llama|qwen|mistral|kimi|glm|phi)[- ]?[\w.]*(?:[- ][\w.]+){0,4}$/i,
  ],
  [
    'laptop',
    /^(?:macbook|thinkpad|dell xps|framework laptop|surface laptop|imac|mac mini|mac studio|zenbook)\b.*$/i,
  ],
  [
    'phone',
    /^(?:iphone|pixel \d|google pixel|galaxy [sazn]|samsung galaxy|fairphone|xiaomi|oneplus|nokia)\b ?.*$/i,
  ],
  ['phone', /^(?:华为|小米|红米|荣耀)(?:mate|p\d|\d)/i],
]

const RELATION_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([relation, names]) =>
    names.split('|').map(name => [name, relation] as const),
  ),
)

/** What a tool is used as; `undefined` when its name is in no list. */
export function relationOfTool(name: string): string | undefined {
  return RELATION_OF.get(name.toLowerCase()) ?? FAMILIES.find(([, family]) => family.test(name))?.[0]
}

/** What an undertaking chooses one of, as the label before a choice: “Package manager: …”. */
const CHOSEN: ReadonlySet<string> = new Set([
  'package-manager',
  'database',
  'cache',
  'message-queue',
  'programming-language',
  'ui-framework',
  'server-framework',
  'hosting',
  'test-runner',
  'bundler',
  'linter',
  'issue-tracker',
  'code-host',
])

/** The names in Chinese, for patterns. */
export const CHINESE_TOOLS: readonly string[] = [...RELATION_OF.keys()].filter(name =>
  /^\p{Script=Han}/u.test(name),
)

/** Relation, then its nouns in English and Chinese, separated by `|`. */
const NOUNS: readonly (readonly [string, string, string])[] = [
  ['package-manager', 'package manager', '包管理器|包管理工具|包管理'],
  ['database', 'database|db|data store|production database', '数据库'],
  ['cache', 'cache|caching layer', '缓存'],
  ['message-queue', 'message queue|message broker|queue|broker', '消息队列'],
  ['programming-language', 'programming language', '编程语言|开发语言'],
  ['runtime', 'runtime', '运行时'],
  [
    'ui-framework',
    'ui framework|frontend framework|front-end framework|frontend|front end|ui',
    '前端框架|前端',
  ],
  ['server-framework', 'server framework|backend framework|web framework', '后端框架|服务端框架'],
  ['hosting', 'hosting|hosting provider|host|cloud provider|deployment target', '部署平台|云服务商|托管平台'],
  ['ci', 'ci|ci system|ci provider|ci pipeline|continuous integration', 'ci|持续集成'],
  [
    'test-runner',
    'test runner|test framework|testing framework|tests|unit tests',
    '测试框架|单元测试|单测|测试',
  ],
  ['bundler', 'bundler|build tool', '打包工具|构建工具|打包'],
  ['linter', 'linter|formatter|linting', '代码检查|代码检查工具'],
  ['issue-tracker', 'issue tracker|issues|tickets|bug tracker', '任务跟踪|任务管理|工单系统'],
  ['code-host', 'code host|repository host', '代码托管|代码仓库'],
  ['chat-tool', 'chat tool|team chat|messenger|chat', '沟通工具|聊天工具'],
  ['ai-model', 'ai model|language model|llm|model', '模型|大模型'],
  ['editor', 'editor|code editor|ide|main editor', '编辑器|主力编辑器'],
  ['operating-system', 'operating system|os|distro', '操作系统|系统'],
  ['shell', 'shell', 'shell|终端'],
  ['laptop', 'laptop|computer|notebook|work laptop', '电脑|笔记本|笔记本电脑'],
  ['phone', 'phone|smartphone|mobile', '手机'],
]

const RELATION_OF_NOUN: ReadonlyMap<string, string> = new Map(
  NOUNS.flatMap(([relation, en, zh]) => `${en}|${zh}`.split('|').map(noun => [noun, relation] as const)),
)

/** The relation that a noun such as “package manager” or “数据库” names. */
export function relationOfNoun(noun: string): string | undefined {
  return RELATION_OF_NOUN.get(noun.toLowerCase())
}

const longestFirst = (nouns: string[]) => nouns.toSorted((a, b) => b.length - a.length).join('|')

/** The nouns of both languages, for patterns. */
export const ENGLISH_NOUNS = longestFirst(NOUNS.flatMap(([, en]) => en.split('|'))).replace(
  /\bci\b/g,
  '[Cc][Ii]',
)
export const CHINESE_NOUNS = longestFirst(NOUNS.flatMap(([, , zh]) => zh.split('|'))).replace(
  /\bci\b/g,
  '[Cc][Ii]',
)

const choices = NOUNS.filter(([relation]) => CHOSEN.has(relation))

/** The nouns of what is chosen, and all tools by name, for patterns. */
export const ENGLISH_CHOICES = longestFirst(choices.flatMap(([, en]) => en.split('|')))
export const CHINESE_CHOICES = longestFirst(choices.flatMap(([, , zh]) => zh.split('|')))
export const TOOL_NAMES = longestFirst([...RELATION_OF.keys()].map(name => name.replace(/[.+*?]/g, '\\$&')))
