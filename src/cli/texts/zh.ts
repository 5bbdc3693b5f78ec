/**
 * The command line in Chinese, the twin of `en.ts`.
 */
import type { Texts } from './en.ts'

export const zh: Texts = {
  colon: '：',
  aside: text => `（${text}）`,

  help: {
    description: 'AI 智能体的长期记忆：会话逐字保存，随进展淡化，可连同出处重新找到。',
    titles: {
      'Usage:': '用法：',
      'Arguments:': '参数：',
      'Options:': '选项：',
      'Global Options:': '通用选项：',
      'Commands:': '命令：',
    },
    helpOption: '显示帮助',
    helpCommand: '显示某个命令的帮助',
    versionOption: '显示版本',
  },

  options: {
    db: '数据库文件（默认依次为：PALIMPSEST_DB、配置文件、系统的数据目录）',
    dsh: 'DeepSeek Harness 的数据库，即 DSH_HOME/palimpsest/memory.db（未设 DSH_HOME 时为 ~/.dsh）；此时项目属于宿主 dsh',
    space: '记忆空间：HOST:project:PATH、HOST:session:ID 或 HOST:global（默认：当前目录所属的项目）',
    json: '只输出一个 JSON 文档',
    lang: '界面语言（默认依次为：PALIMPSEST_LANG、配置文件、系统区域设置）',
    noColor: '不使用颜色（也可设 NO_COLOR；输出到管道时本来就没有颜色）',
  },

  commands: {
    ingest: {
      summary: '存入文件里的会话',
      description:
        '按原样存入会话，每一轮只存一次：中断后重新运行同一条命令即可继续。可读取本项目的 JSONL、普通 JSON、Claude Code 记录和 LoCoMo 文件。退出码 3：有些行不可用，或有些块未能派生，其余已存入。',
      file: '会话文件',
      format: '文件格式（默认：根据文件开头判断）：claude-code、jsonl、locomo、plain-json',
      blockSize: '每块的轮次数（默认：配置文件，否则 12）；已封存的块不变',
      noDerive: '暂不派生，留给 `jobs run`',
      noSeal: '会话还在继续：开放尾部和每个会话的最后一轮留待下次',
    },
    search: {
      summary: '按词语搜索消息、块和事件',
      description:
        '搜索含有所查词语的消息、块和事件，不限语言。时间可以写成词语（昨天、上周、yesterday）或日期，按数据库的时区理解：--to 昨天 指到昨天结束为止。',
      query: '任意词语',
      in: '查什么：message,block,event 中的若干个（默认：全部）',
      thread: '只查这个会话',
      speaker: '只查这个人说的消息，以及引用它们的事件',
      type: '只查这一类事件：decision、change、constraint、requirement、preference、plan、outcome、cause、identity、safety',
      from: '从这个时间开始时起',
      to: '到这个时间结束时止',
      on: '在这个时间之内',
      limit: '每页命中数，1–200（默认：20）',
      cursor: '下一页，值由上一页给出',
    },
    blocks: {
      summary: '查看会话淡化的情况',
      description:
        '不加 --thread：把空间里的每个会话画成一条由块组成的带子，块的高度就是现在显示的层级（L5 原文……L0 标题）。加 --thread：逐块列出，并给出显示的词元数和原文的词元数。',
      thread: '一个会话',
      level: '只看现在处于这个层级的块',
      text: '同时显示每块现在的内容',
      limit: '每页的会话数或块数，1–200（默认：20 个会话，或最新的 50 块）',
      after: '下一页，值由上一页给出',
    },
    expand: {
      summary: '重新展开已淡化的块',
      description: '展开含有该标识的块，深入一层或直接到指定层级，并显示内容。之后从这里重新淡化。',
      id: '块的标识，或块内的轮次、消息、事件的标识；前六个以上字符即可',
      level: '层级：5 原文……0 标题（默认：比现在深一层）',
      thread: '在哪个会话里展开（默认：封存它的会话）',
    },
    events: {
      summary: '列出决定、计划、偏好和发现',
      description: '列出空间里的事件，以及它们所说的时间和出处。',
      thread: '只看这个会话的事件，包括只与它有关的',
      type: '只看这一类：decision、change、constraint、requirement、preference、plan、outcome、cause、identity、safety',
      limit: '每页事件数，1–1000（默认：50）',
      after: '下一页：上一页最后一个事件的标识，前六个以上字符即可',
    },
    show: {
      summary: '按标识显示一条记录及其出处',
      description: '显示一条消息、一个轮次、一个块或一个事件，以及它的依据。不做任何改动。',
      id: '任何命令输出过的标识；前六个以上字符即可',
    },
    status: {
      summary: '这是哪个数据库，里面有什么',
      description: '说明数据库的位置、时区和结构版本，其中的空间，以及等待或失败的任务。',
    },
    space: {
      summary: '列出和移动记忆空间',
      description:
        '列出数据库里的记忆空间。项目目录移动后，把旧目录的空间改名为新目录，记忆就跟着走。所有标识不变。',
      list: '列出空间（单独的 `space` 就是它）',
      rename: '把一个空间的记忆交给另一个还没有记忆的空间',
      merge: '把一个空间的记忆并入另一个空间，排在后者已有的记忆之后；不能撤销',
      old: '空间，或项目的目录（可以已不存在）',
      new: '空间，或项目的目录',
      into: '已有记忆的空间，或项目的目录',
    },
    doctor: {
      summary: '检查并修复数据库文件',
      description:
        '检查数据库文件，不做改动；加 --dsh 时还检查记忆在 DeepSeek Harness 里是否正常。退出码 4：发现错误；2：本该有的数据库不存在。',
      recover: '把能读出的内容写入新数据库并取代损坏的文件，损坏的文件会保留',
    },
    jobs: {
      summary: '还有哪些内容等待派生',
      description: '列出等待、进行中或失败的派生任务；运行它们；让派生暂停；重试失败的任务。',
      list: '列出任务（单独的 `jobs` 就是它）',
      all: '也包括已完成的',
      limit: '每页任务数，1–1000（默认：50）',
      after: '下一页：上一页最后一个任务的编号',
      run: '一直派生到没有剩余',
      pause: '让所有进程的派生暂停；保存和搜索照常',
      resume: '让派生继续',
      retry: '让失败的任务重新尝试三次',
      key: '任务编号',
      retryAll: '所有失败的任务',
    },
    demo: {
      summary: '几秒钟看完全部功能',
      description:
        '把示例会话（三个文件，24 个会话）存入 .palimpsest/demo.db（每次重建），演示淡化，带出处地回答三个问题，重新展开一块，并统计词元数。数据库会留下，供其他命令试用。',
    },
  },

  failure: {
    usage: '命令行有误',
    internal: 'Palimpsest 内部错误',
    'bad-input': '无法使用',
    'turn-differs': '这一轮已存有不同内容',
    'not-found': '没有找到',
    'ambiguous-id': '有多条记录符合',
    'id-collision': '两条记录的标识相同',
    'store-missing': '没有数据库',
    'store-busy': '数据库正被占用',
    'store-damaged': '数据库无法使用',
    'store-newer': '数据库来自更新的版本',
    config: '设置有误',
    derivation: '派生失败',
    allowance: '今天的词元已用完',
    'model-unauthorised': '模型端点拒绝了密钥',
    'model-busy': '模型端点要求降低调用频率',
    'model-unavailable': '连不上模型',
    'model-refused': '模型端点拒绝了请求',
    'model-reply': '模型的回答无法使用',
    closed: '记忆已关闭',
  },

  databaseSource: {
    option: '由 --db 指定',
    dsh: '由 --dsh 指定',
    environment: '由 PALIMPSEST_DB 指定',
    config: '由配置文件指定',
    default: '默认位置',
  },

  missingStore: (path, source, seen) =>
    `${path} 不存在（${source}）；${seen === '' ? '别处也没有看到：可用 ingest 或 demo 新建' : `看到的有：${seen}`}`,
  nothingOpened: path => `没有打开任何数据库（本应是 ${path}）`,

  unknownTime: '时间未知',
  timeRange: (from, to) =>
    from === null ? `早于 ${to}` : to === null ? `${from} 起` : `${from} 起，早于 ${to}`,
  nextPage: option => `还有：${option}`,
  nothingFound: space => `在 ${space} 里没有找到。`,
  emptySpace: space => `${space} 里没有记忆。这个数据库里的空间：`,
  noThreads: space => `${space} 里没有会话。`,
  noEvents: space => `${space} 里没有这样的事件。`,
  noJobs: '没有任务。',
  noDeadJobs: '没有失败的任务。',
  open: '尚未封存成块',
  sources: '出处',
  asSaid: '原话',
  interrupted: '中断',
  erased: '（已抹除）',
  toolArguments: '参数',
  toolResult: '结果',

  hitKind: { message: '消息', block: '块', event: '事件' },
  blockStatus: { pending: '等待', ready: '就绪', failed: '失败' },
  jobState: { pending: '等待', running: '进行中', done: '完成', dead: '失败' },
  role: { user: '用户', assistant: '助手', system: '系统', tool: '工具' },
  eventScope: { session: '仅此会话', project: '项目', user: '用户' },
  eventType: {
    decision: '决定',
    change: '变更',
    constraint: '限制',
    requirement: '要求',
    preference: '偏好',
    plan: '计划',
    outcome: '结果',
    cause: '原因',
    identity: '身份',
    safety: '安全',
    done: '已完成',
    failed: '试过未成',
    open: '待办',
  },
  timeStatus: { occurred: '', planned: '计划', cancelled: '已取消', ongoing: '进行中', unknown: '' },

  columns: {
    after: '显示',
    before: '原文',
    block: '块',
    blocks: '块',
    config: '配置文件',
    database: '数据库',
    events: '事件',
    failedAttempts: '失败次数',
    file: '文件',
    id: '标识',
    jobs: '任务',
    key: '编号',
    level: '层级',
    messages: '消息',
    problems: '问题',
    schema: '结构版本',
    size: '大小',
    space: '空间',
    state: '状态',
    thread: '会话',
    threads: '会话',
    title: '标题',
    tokens: '词元',
    total: '合计',
    turns: '轮次',
    spend: '花费',
    zone: '时区',
  },

  threadFacts: (turns, blocks, open) => `${turns} 轮 · ${blocks} 块${open > 0 ? ` · 未封存 ${open} 轮` : ''}`,
  turnRange: (first, last) => (first === last ? `第 ${first} 轮` : `第 ${first}–${last} 轮`),
  tokensShown: (shown, source, share) => `原文 ${source} 词元，显示 ${shown}（${share}）`,
  openTail: (turns, tokens) => `另有未封存的 ${turns} 轮，${tokens} 词元，完整显示`,
  earlierBlocks: n => `更早的 ${n} 块：--after 0`,
  expanded: (id, level) => `${id} 已展开到 L${level}，之后从这里重新淡化。`,
  notReady: (id, status) => `${id} 的状态是“${status}”：完整显示，尚不淡化。`,

  storing: (file, turns) => `${file}：${turns} 轮`,
  deriving: (done, all) => `派生：${done}/${all} 块`,
  madeNew: '新建',
  notMade: '没有新建：什么都没有存入',
  turnsStored: (stored, known) => `新存 ${stored}，已有 ${known}`,
  blocksMade: (sealed, pending, failed) =>
    `封存 ${sealed}${pending === '0' ? '' : `，待派生 ${pending}`}${failed === '0' ? '' : `，失败 ${failed}`}`,
  moreProblems: n => `……另有 ${n} 个（--json 列出全部）`,
  deadJobs: '有些块未能派生。没有丢失任何内容；查看和重试：',
  stopped: '已停止。存入的都已存好；重新运行同一条命令即可继续。',

  projectMoved: '项目是从别处移来的吗？用下面的命令带上它的记忆：',
  spaceRenamed: (from, to) => `${from} 的记忆现在归 ${to}。`,
  spaceMerged: (from, to, threads, events) => `${from} 的 ${threads} 个会话和 ${events} 个事件现在归 ${to}。`,

  notThere: '不存在',
  noMemoriesYet: '还没有记忆',
  jobsWaiting: (waiting, dead) => `等待 ${waiting}，失败 ${dead}`,
  deadJob: (key, thread, sequence, error) =>
    `任务 ${key}（${thread}，第 ${sequence} 块）失败：${error}。没有丢失任何内容；重试：`,
  blocksWait: '有块等待派生：',
  drained: (attempts, waiting, dead) => `尝试 ${attempts} 次；等待 ${waiting}，失败 ${dead}。`,
  derivationPaused: '所有进程的派生已暂停；保存和搜索照常。继续派生：',
  derivationResumed: '派生继续。立即运行等待的任务：',
  paused: '已暂停',
  spentOn: (tokens, day) => `${day}：${tokens} 词元`,
  retried: n => `${n} 个任务将重新尝试；运行：`,

  doctor: {
    sound: '数据库完好。',
    damaged: '数据库有问题。',
    severity: { error: '错误', warning: '警告', note: '提示' },
    recovered: path => `已恢复。损坏的文件保留在：${path}`,
    lost: (all, turns, blocks, events) =>
      `丢失或舍弃 ${all} 条记录（其中 ${turns} 轮、${blocks} 块、${events} 个事件）。`,
    lostUnknown: tables => `以下各表还丢失了多少，无从得知：${tables}。`,
    toDerive: blocks => `${blocks} 块将重新派生；现在就运行：`,
    backup: (path, turns) => `备份 ${path} 里有 ${turns} 轮是这里读不出的。`,
  },

  dsh: {
    connected: '记忆已接入 DeepSeek Harness。',
    waiting: '记忆等待 DeepSeek Harness 下次启动。',
    attention: 'DeepSeek Harness 里的记忆需要处理。',
    noDatabase: '还没有数据库。',
    rows: {
      plugin: '插件',
      start: '上次启动',
      turn: '上一轮',
      versions: '适用版本',
    },
    notInstalled: '未安装',
    inProfile: (version, profile) => `配置 ${profile} 中为 ${version}`,
    neverStarted: '从未启动',
    started: (at, plugin, host) => `${at} · 插件 ${plugin} · DeepSeek Harness ${host}`,
    unknownVersion: '版本未知',
    noTurn: '此后没有',
    turn: (ended, stored) => `结束于 ${ended} · ${stored === null ? '尚未存入' : `存入于 ${stored}`}`,
    versions: (range, tested) => `${range}（测试所用：${tested}）`,
    sign: {
      turn: (session, at) => `会话 ${session} 有一轮结束于 ${at}`,
      changed: (path, at) => `${path} 于 ${at} 有改动；这里读不懂它`,
      without: profiles => `；没有插件的配置：${profiles}`,
    },
    lacks: {
      dependency: 'palimpsest-dsh 在其 package.json 的 dsh.profile.bundles 里，却不在 dependencies 里',
      layer: 'palimpsest-dsh 在其 package.json 的 dependencies 里，却不在 dsh.profile.bundles 里',
      files: '其 node_modules 里没有 palimpsest-dsh',
    },
    finding: {
      noHome: home => ({
        what: '这里没有 DeepSeek Harness',
        evidence: `目录 ${home} 不存在`,
        remedy: '先启动它一次，或把 DSH_HOME 设为它所用的目录',
      }),
      notInstalled: (folder, profiles) => ({
        what: '没有任何配置装有插件',
        evidence: profiles === '' ? `${folder} 里没有配置` : `${folder} 里的配置：${profiles}`,
        remedy: 'dsh plugin --profile PROFILE add palimpsest-dsh，然后重启 DeepSeek Harness',
      }),
      halfInstalled: profile => ({
        what: `配置 ${profile} 列有插件，但无法加载`,
        remedy: `dsh plugin --profile ${profile} add palimpsest-dsh，然后重启 DeepSeek Harness`,
      }),
      notYetStarted: file => ({
        what: '插件还没有启动过',
        evidence: `${file} 不存在`,
        remedy: '用装有插件的配置启动 DeepSeek Harness',
      }),
      neverStarted: {
        what: '插件没有启动，而安装之后 DeepSeek Harness 已用过',
        remedy:
          '重启 DeepSeek Harness；如果仍然如此，请查看它的日志，以及是否有 cordis.patch.yml 关闭了 palimpsest-dsh',
      },
      hostUnverified: (host, versions) => ({
        what:
          host === null
            ? 'DeepSeek Harness 没有报出版本：历史保持原样，记录和查找照常'
            : `插件尚未在 DeepSeek Harness ${host} 上验证：历史保持原样，记录和查找照常`,
        evidence: `适用版本 ${versions}`,
        remedy: '使用其中的版本，或更新插件',
      }),
      trouble: startedAt => ({
        evidence: `插件自 ${startedAt} 启动以来所报`,
        remedy: '处理其中所说的问题，然后重启 DeepSeek Harness',
      }),
      noEvents: since => ({
        what: `已接入，但自 ${since} 起没有收到事件`,
        remedy:
          '重启 DeepSeek Harness；如果仍然如此，请查看是否有 cordis.patch.yml 关闭了 palimpsest-dsh，并报告它的版本；/memory backfill 可补收遗漏的内容',
      }),
      noEventsPerhaps: since => ({
        what: `自 ${since} 起可能没有收到事件`,
        remedy: '如果本意就是使用没有插件的配置，不必做什么；否则在那里安装插件，或重启 DeepSeek Harness',
      }),
      sessionsOpen: (n, sessions) => ({
        what: `${n} 个会话可能有尚未存入的轮次`,
        evidence: `由已不在的进程标记：${sessions}`,
        remedy: '不必做什么：DeepSeek Harness 下次启动时会补上',
      }),
      databaseGone: (path, endedAt) => ({
        what: '已有轮次结束，却没有数据库',
        evidence: `上一轮结束于 ${endedAt}；${path} 不存在`,
        remedy: '如果文件被移走，请放回原处；否则重启 DeepSeek Harness，并用 /memory backfill 收入会话',
      }),
    },
  },

  demo: {
    title: (turns, files, threads) =>
      `Palimpsest：示例会话 ${turns} 轮（${files} 个文件，${threads} 个会话）`,
    arriving: '旧的轮次淡化',
    arrivingNote: thread => `${thread}；为尽快展示所有层级，这里一轮一块，默认十二轮一块`,
    afterTurns: n => `第 ${n} 轮之后`,
    others: '其余会话',
    stored: (turns, threads, blocks, events, aboutUser) =>
      `连同其余会话：${threads} 个会话，${turns} 轮，${blocks} 块，从中找到 ${events} 个事件，其中 ${aboutUser} 个关于用户。`,
    asking: '三个问题，用说过的话回答',
    opening: '重新展开一个已淡化的块',
    faded: (id, level, tokens) => `${id} 处于 L${level}，${tokens} 词元：`,
    openedTo: tokens => `展开到 L5，即原话，${tokens} 词元：`,
    moreLines: n => `……还有 ${n} 行`,
    counting: '词元：之前与现在',
    saved: share => `所有会话现在显示的内容是原话的 ${share}；每个字都还在，展开即见。`,
    byDefault: '按默认的十二轮一块，这些短会话现在仍会完整显示。',
    trying: '自己试试',
  },
}
