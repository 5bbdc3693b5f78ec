/**
 * Words that say nothing of what a message is about, or little.
 *
 * Owns: the lists, and what a term tells by itself. Leaves how rare it is in one space to those who ask, grammar words to
 * `function-words.ts`.
 *
 * How common a word is in a language cannot be learnt from a few hundred remembered sentences, so the most common
 * ones stand here: English by its words, Chinese and Japanese by pairs of characters, Korean by stems and pairs.
 */
import { isHan, isHangul, isKana } from './language.ts'
import { indexTerms } from './terms.ts'

/** What a term tells: nothing, a little in company, or something by itself. */
export const TELLS = { nothing: 0, little: 0.3, something: 1 } as const

/** Greetings, thanks, requests, and what every request is made of: they tell nothing. */
const REQUEST_WORDS = `
  hi hello hey dear greetings welcome goodbye bye good morning afternoon evening thanks thank thx please pls ok
  okay sorry sure yes yeah nope maybe perhaps help write draft explain tell say said ask show give get got
  getting make made let lets want need like look see know think suppose guess hope wish try keep use using used
  do done go going gonna come take put set start begin find check suggest recommend propose describe summarise
  summarize translate answer reply respond question wonder mean understand believe feel care mind remember
  remind forget talk speak discuss compare consider decide choose pick prefer work working works worked could
  would should might must may can able really actually just even still already also too else ever never always
  often sometimes usually quite rather pretty enough almost together instead anyway though although however
  therefore since while whether without within across along around near far away back again yet soon now today
  tonight tomorrow yesterday later earlier recently before after next last first second third one two three four
  five six seven eight nine ten many much few little lot lots several some any every each another other same
  different various certain thing things something anything nothing everything someone anyone everyone somebody
  anybody everybody people person man woman guy way ways kind sort type bit piece part parts time times day days
  week weeks month months year years hour hours minute minutes moment great nice fine bad better best worse
  worst big small large long short high low new old young easy hard difficult simple quick quickly fast slow
  early late right wrong left true false real whole full half only main important possible clear happy glad free
  ready nobody anywhere somewhere everywhere nowhere
`

/** Everyday words, and those of any office or any program: they tell a little, and only in company. */
const COMMON_WORDS = `
  about accept access account act action active activity actual add address advice afraid age agree air allow
  alone amount animal apart api app appear application apply april area argument arm array arrive art article
  async attention august aunt available average avoid backend background bag ball bar base basic beat beautiful
  become bed behavior behaviour behind below beside bike bill birthday blue board boat body book border bottom
  bowl box boy bracket branch break bridge brief bright bring brother brown browser build building bus business
  busy button buy byte call callback calm camera car card careful carry case catch cause center centre chain
  chair chance change chapter character charge cheap child children choice city class clean client clock close
  clothes cloud code cold collect college color colour column command comment common company compile compiler
  complete computer concept condition connect constant constructor contact contain content context control cool
  copy corner correct cost count country couple course cover create cup current cursor customer cut daily dark
  data database date daughter deal death debugger december decorator deep default degree depend design desk
  detail dev develop device differ dinner direct directory doctor document door double down draw dream dress
  drive drop dry due earth east eat edge edit education effect effort either email empty end endpoint energy
  engine enjoy enter entire entry enum equal error especially etc event exact example except exception excite
  exercise exist expect expensive experience expression extra eye face fact fail fair fall family famous father
  favorite favourite feature february feed feedback field fight figure file fill final finally finish fire fit
  fix floor flow flower fly focus folder follow food foot force foreign form format forward frame friday friend
  front frontend fun function funny future game garden gear general generic gentle girl glass goal gold grade
  grand gray green grey ground group grow guest guide hair hand handle hang happen hat head header health hear
  heart heat heavy height hide hill hit hold hole holiday home hook hot hotel house html http human hundred
  hurry husband ice idea identifier image imagine implement improve include increase indeed index info inform
  information inheritance initialise initialize input inside install instance integer interest interface
  internal issue item iterate iterator january job join joke json july jump june key kid kill kitchen lambda
  land language laugh law lay lead leaf learn learning leave leg lesson letter level library lie life lift light
  limit line link list listen live load local location lock login loop lose loss love lunch machine macro mail
  manage manager map march mark markdown market match matter meal measure meet meeting member memory mention
  menu message method middle mile million mistake mix mobile mode model modern module monday money mood moon
  mother mountain mouth move name namespace narrow nature neck neighbor neighbour news night node noise normal
  north nose note notebook notice november null number object october offer office oil online open operate
  operator opinion option orange order output outside package page pain paint pair paper parameter parent park
  parse party pass password past path pattern pay phone photo phrase picture pixel place plan plane plant plate
  play player plugin plus pointer poor popular position post pot pound power practice practise prepare present
  press print private prize problem process prod product production program programme programming progress
  project proper property protect protocol provide public pull purpose push python quality query quiet quote
  race rain raise range rate reach read reading reason receive record recursion red reduce regex relate release
  remain remove render rent repair repeat replace repo report repository request require research response rest
  result return review rich ride ring rise river road role roll room root round row rule run runtime safe safety
  sand saturday save scale scene schema school science screen script scroll sea search season secret section
  send sense sentence separate september series serious serve server service session setup shape share sharp
  sheet ship shirt shoe shop shoulder side sight sign signal similar simply sing single sister sit site
  situation size skill skin sky sleep slip smart smile smooth snow society soft software son song sound source
  south space special speed spend sport spot spring stage stand standard star state station status stay step
  stick stone stop store storm story straight strange street string strong struct structure student study stuff
  style subject success such sudden suit summer sun sunday support surface surprise sweet switch symbol syntax
  system table tall task taste tax teach teacher team technical template term terminal test text theme thick
  thin thousand thread thursday tip tired title toe tool top topic total touch tour toward town track trade
  train training travel tree trick trip trouble truck trust truth tuesday tuple turn twenty twice uncle unit
  update upper url user usual value version video view village visit voice wait walk wall war warm wash watch
  water weak wear weather web website wednesday weekend weight west wheel white wide widget wife wild win wind
  window winter wire wood word world worry worth yard yellow zero zoo
`

/** Pairs that open or carry a request in Chinese, or point to a time or a number; they tell nothing. */
const REQUEST_PAIRS = `
  你好 您好 早安 晚安 谢谢 感谢 多谢 辛苦 麻烦 请问 请教 请帮 帮忙 帮助 帮我 帮你 告诉 解释
  说明 介绍 讲讲 讲解 说说 写个 写一 写篇 写封 写段 翻译 总结 列出 列一 列个 推荐 建议 分析
  比较 对比 检查 看看 看一 看下 想想 想要 想个 想问 知道 觉得 认为 希望 需要 可以 应该 可能
  能够 必须 一定 一般 一直 一起 一样 一些 一下 一点 一个 一份 一遍 一次 一天 今天 明天 昨天
  后天 前天 今年 明年 去年 今晚 昨晚 今早 早上 上午 中午 下午 晚上 周末 上周 下周 本周 这周
  上月 下月 每天 每周 每月 每年 现在 刚才 刚刚 以前 以后 之后 后来 将来 最近 马上 立刻 已经
  正在 还是 还有 如果 要是 虽然 但是 不过 而且 然后 并且 只要 只有 除了 关于 对于 由于 为了
  咱们 大家 自己 别人 有人 有些 有点 没有 不是 不能 不行 不用 不会 不要 不等 不到 左右 大约
  大概 差不 不多 几乎 非常 特别 最好 更好 很多 许多 多长 容易 方便 简单 主要 重要 合适 有趣
  办法 方法 方式 东西 地方 问题 时间 时候 原因 例子 情况 意思 关系 事情 小时 分钟 星期 月份
  日子 開始 开始 結束 结束 继续 打算 准备 使用 用什 換成 换成 变成 改成 变化 出来 出去 起来
  进去 进来 下来 下去 上去 回来 好了 好用 行了 对吧 好吗 怎么 什么 直接 间接 其实 当然 果然
  居然 尤其 甚至 最后 首先 其次 另外 包括 根据 通过 进行 這個 那個 謝謝 請問 請教 幫忙 幫助
  幫我 告訴 解釋 說明 介紹 講解 寫個 翻譯 總結 建議 檢查 覺得 認為 應該 必須 現在 剛才 以後
  之後 後來 將來 馬上 已經 還是 還有 雖然 關於 對於 為了 沒有 不會 簡單 辦法 東西 問題 時間
  時候 關係 小時 分鐘 準備 繼續 願意 昨日 今日 明日 今朝 今晩 昨夜 先週 今週 来週 毎日 毎週
  最初 最後 必要 質問 回答 説明 教え 願い 下さ 場合 理由 自分 全部 全然 大丈 丈夫 千万 上百
  问问 原来 原來 前面 后面 後面 旁边 旁邊
`

/** Everyday pairs, and those of any office, school or program. */
const COMMON_PAIRS = `
  项目 模型 通知 计划 方案 活动 文案 文件 文档 文章 文字 文本 内容 标题 题目 名字 名称 数据
  数字 数量 信息 消息 资料 材料 用户 客户 公司 团队 同事 老板 领导 朋友 邻居 老师 学生 同学
  孩子 小孩 儿子 女儿 爸爸 妈妈 父母 家人 家里 老人 医生 系统 服务 功能 页面 网页 网站 软件
  程序 代码 接口 函数 变量 参数 配置 环境 版本 测试 部署 运行 执行 打开 关闭 点击 按钮 窗口
  屏幕 电脑 手机 机器 设备 工具 插件 脚本 目录 列表 表格 图片 照片 图表 视频 游戏 背景 颜色
  红色 蓝色 绿色 白色 黑色 黄色 字体 格式 风格 样式 设计 开发 修改 修复 更新 升级 发布 上线
  下载 上传 保存 删除 添加 增加 减少 提高 降低 优化 调整 处理 解决 完成 实现 支持 提供 管理
  控制 操作 设置 选择 决定 确定 确认 同意 反对 讨论 沟通 交流 会议 开会 报告 汇报 工作 上班
  下班 加班 任务 进度 结果 效果 目标 要求 标准 规则 流程 步骤 经验 能力 水平 质量 价格 成本
  费用 钱包 便宜 学习 学校 上课 课程 练习 知识 中文 英文 单词 句话 句子 段落 故事 笑话 生活
  身体 健康 运动 吃饭 做饭 早餐 午饭 晚饭 味道 睡觉 起床 天气 下雨 春天 夏天 秋天 冬天 春风
  城市 国家 世界 中国 社会 历史 文化 科学 技术 自然 环保 房子 房间 小区 厨房 衣服 礼物 祝福
  节日 出门 回家 汽车 停车 马路 路线 地图 位置 距离 方向 安静 公平 漂亮 好看 好吃 开心 高兴
  难过 紧张 害怕 喜欢 讨厌 爱好 兴趣 习惯 想法 意见 观点 态度 感觉 心情 关心 注意 小心 安全
  危险 错误 正确 正常 异常 失败 成功 影响 条件 机会 过程 阶段 部分 整个 单个 两个 三个 几个
  类型 种类 分类 分配 投票 比赛 冠军 成绩 分数 最高 最低 最大 最小 最简 大小 长度 高度 速度
  温度 面积 重量 作者 书店 看书 读书 写作 报道 新闻 广告 項目 計劃 計畫 活動 文檔 內容 標題
  題目 數據 數字 訊息 資料 用戶 客戶 團隊 老闆 領導 鄰居 老師 學生 醫生 系統 服務 頁面 網頁
  網站 軟件 軟體 程式 代碼 參數 環境 測試 執行 運行 電腦 手機 機器 設備 檔案 圖片 顏色 設計
  開發 修復 發布 選擇 決定 確認 討論 會議 開會 報告 結果 標準 價格 費用 學習 學校 天氣 歷史
  技術 房間 喜歡 習慣 意見 錯誤 失敗 仕事 会社 会議 予定 計画 予算 電話 写真 天気 先生 友達
  家族 子供 日本 言葉 設定 開発 実装 実行 変更 修正 追加 削除 作成 生日 结论 結論
`

/** Korean: words and pairs of syllables that open, carry or end a request. */
const KOREAN_REQUESTS = `
  안녕 녕하 하세 세요 감사 고마 마워 부탁 탁드 드려 드립 립니 니다 습니 합니 니까 까요 어요 아요 해요 네요 나요 데요 주세
  해주 아줘 어줘 해줘 알려 려줘 설명 작성 번역 요약 추천 도와 도움 만들 들어 써줘 보여 가르 생각 하는 하고 하면 해서 했는
  있는 있어 없어 없는 되는 된다 같은 같이 정말 진짜 아주 매우 너무 조금 많이 지금 오늘 내일 어제 이번 다음 지난 요즘 나중
  시간 시작 방법 문제 필요 가능 경우 이유 사람 우리 저희 이것 그것 무슨 어떤 어떻 떻게 좋은 좋아 싶어 싶은 주일 매일
`
const KOREAN_COMMON = `
  회의 계획 프로 로젝 젝트 보고 자료 문서 파일 데이 이터 코드 테스 스트 서버 서비 비스 사용 용자 고객 회사 학교 학생 선생
  친구 가족 아이 이름 제목 내용 글자 사진 그림 영화 음악 게임 여행 날씨 음식 요리 커피 아침 점심 저녁 주말 선물 생일 이야
  야기 영어 한국 공부 운동 건강 기분 마음 결과 결정 변경 수정 추가 삭제 설정 실행 확인 버전 배포 오류 기능 화면 버튼
`

/** Characters of grammar, number and measure: a pair with one of them is no word of a subject. */
const GRAMMAR_CHARACTERS =
  '的了吗嗎呢吧啊呀嘛么麼在是有和与與及或也还還又把被让讓给給从從于於以之其此该該这這那哪我你您他她它们們个個很不没沒何' +
  '一二两兩三四五六七八九十几幾每各些点點最更太就才再只多少半另某次'

/** Characters that are words alone, of what harms or heals: one of them is enough for what must not be missed. */
const LONE_WORDS =
  '虾蝦蟹鱼魚贝貝蛋奶豆麦麥肉鸡雞鸭鴨鹅鵝牛羊猪豬糖盐鹽酒茶药藥桃杏梨瓜菇葱蔥蒜姜椒芒栗枣棗猫貓狗蜂尘塵烟煙'

const pairs = (list: string): string[] => list.trim().split(/\s+/)
const REQUESTS: ReadonlySet<string> = new Set([
  ...indexTerms(REQUEST_WORDS),
  ...pairs(REQUEST_PAIRS),
  ...pairs(KOREAN_REQUESTS),
])
const COMMON: ReadonlySet<string> = new Set([
  ...indexTerms(COMMON_WORDS),
  ...pairs(COMMON_PAIRS),
  ...pairs(KOREAN_COMMON),
])

/** What a term of a question, as `queryTerms` gives it, tells by itself: one of {@link TELLS}. */
export function tellsOf(term: string): number {
  if (REQUESTS.has(term)) return TELLS.nothing
  if (COMMON.has(term)) return TELLS.little
  const first = term.codePointAt(0) ?? 0
  if (isHan(first) || isKana(first)) return tellsOfCharacters([...term])
  if (isHangul(first)) return tellsOfHangul(term)
  return /^\d{1,2}$/.test(term) || term.length === 1 ? TELLS.nothing : TELLS.something
}

/** Pairs that hold grammar tell nothing; those with hiragana or a long vowel, shared by many words, a little. */
function tellsOfCharacters(characters: readonly string[]): number {
  if (characters.length === 1) return isLoneWord(characters[0] ?? '') ? TELLS.little : TELLS.nothing
  if (characters.some(one => GRAMMAR_CHARACTERS.includes(one))) return TELLS.nothing
  return characters.some(one => /[\p{Script=Hiragana}ー]/u.test(one)) ? TELLS.little : TELLS.something
}

/** Last syllables of verbs and particles; a pair that ends in one of them is rarely a word of a subject. */
const KOREAN_LAST_SYLLABLES = '해하한할했합된되는을를의에은가로고서지요다줘'

/** A word that begins as a request or a common word does tells as little as that. */
function tellsOfHangul(term: string): number {
  const stem = term.slice(0, 2)
  if (term.length < 2 || REQUESTS.has(stem)) return TELLS.nothing
  if (COMMON.has(stem)) return TELLS.little
  return term.length === 2 && KOREAN_LAST_SYLLABLES.includes(term.charAt(1)) ? TELLS.little : TELLS.something
}

/** Whether a term is one character that is a word of food, drink, medicine or animals. */
export function isLoneWord(term: string): boolean {
  return term !== '' && LONE_WORDS.includes(term)
}
