/**
 * Traditional Chinese characters as the cues spell them.
 *
 * Owns: the pairs that occur in cues. Leaves everything else as it is: the stored text is never converted.
 */

/** Traditional and simplified, in pairs. */
const PAIRS =
  '們们個个這这決决選选過过為为會会說说話话請请問问題题時时間间開开關关長长後后對对從从來来還还沒没無无與与樣样' +
  '實实現现發发當当經经給给讓让讀读書书寫写記记錄录認认識识議议論论計计劃划訂订預预備备費费價价錢钱買买賣卖' +
  '學学師师醫医藥药過过敏敏習习慣惯歡欢討讨厭厌愛爱邊边國国際际內内務务員员業业類类種种應应該该須须準准許许' +
  '禁禁嚴严條条網网絡络庫库碼码數数據据庫库測测試试運运執执動动進进連连線线單单處处確确誰谁幾几兩两萬万億亿' +
  '週周點点號号樓楼房房東东車车飛飞機机電电腦脑郵邮簡简繁繁體体語语譯译讚赞獎奖歲岁結结婚婚離离職职導导致致' +
  '壞坏錯错誤误糾纠換换轉转遷迁調调將将終终於于總总穩稳謝谢覺觉聽听據据傳传聞闻網网臉脸願愿寧宁隨随樂乐審审' +
  '護护養养貓猫歐欧亞亚腎肾臟脏懷怀糖糖尿尿壓压稱称呼呼嗎吗麼么喝喝專专團团隊队組组陣阵場场陽阳陰阴雙双獨独' +
  '項项賴赖負负責责門门辦办輯辑構构證证協协遲迟倉仓級级領领匯汇報报屬属託托綠绿紅红敗败儲储' +
  '張张劉刘陳陈楊杨趙赵黃黄吳吴孫孙馬马羅罗鄭郑謝谢韓韩馮冯許许鄧邓蕭萧葉叶蘇苏盧卢鍾钟譚谭賈贾魯鲁偉伟'

const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  Array.from({ length: PAIRS.length / 2 }, (_, at) => [PAIRS.charAt(at * 2), PAIRS.charAt(at * 2 + 1)]),
)

/** The text with the characters of the table simplified; of equal length. */
export function toSimplified(text: string): string {
  let out = ''
  for (const char of text) out += SIMPLIFIED.get(char) ?? char
  return out
}
