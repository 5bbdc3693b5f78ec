/**
 * Words that mean the same: near-synonyms, everyday and formal words, abbreviations, and their translations.
 *
 * Owns: the list, for English, Chinese (simplified) and Japanese. Leaves stemming, pairing and every decision about
 * weight to those who read it.
 *
 * A class holds words for one thing only: no kinds of it, nothing merely related. English words are in base form and
 * stand once per stem; some Japanese verbs stand in the part their forms share (忘れ for 忘れる). Left out on purpose
 * are words whose other meanings are as common as the one meant, and words whose stem mostly means another thing
 * (`busy` and `business`, `news` and `new`). Katakana is meant as whole words: the ログ of ブログ is no log.
 */

/** One class a line. */
const classes = (list: string): readonly (readonly string[])[] =>
  list
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/))

/**
 * The classes, by subject. Each has two words or more, each once; a word is in two classes at most. The order of
 * classes and of words in them means nothing.
 */
export const conceptClasses = (): readonly (readonly string[])[] => [
  // Family and relations
  ...classes(`
    mother mom mum mommy mama 妈妈 母亲 老妈 我妈 お母さん 母親 ママ おふくろ 母
    father dad daddy papa 爸爸 父亲 老爸 我爸 お父さん 父親 パパ おやじ 父
    parent 父母 爸妈 家长 双亲 両親 保護者
    husband hubby 丈夫 老公 旦那 ご主人 亭主
    wife 妻子 老婆 太太 媳妇 奥さん 女房 嫁さん 妻
    spouse partner 配偶 伴侣 爱人 另一半 配偶者 伴侶 パートナー
    son 儿子 息子
    daughter 女儿 闺女 娘さん
    child kid 孩子 小孩 儿童 小朋友 子供 子ども 児童
    baby infant newborn 婴儿 宝宝 新生儿 赤ちゃん 乳児 新生児
    teenager teen adolescent 青少年 少年 未成年人 十代 ティーン
    brother bro 哥哥 大哥 老哥 お兄さん 兄貴 兄
    brother 弟弟 老弟 弟さん 弟
    sister sis 姐姐 大姐 老姐 お姉さん 姉貴 姉
    sister 妹妹 老妹 妹さん 妹
    sibling 兄弟姐妹 兄弟 きょうだい 兄弟姉妹
    twins 双胞胎 孪生 双子 ふたご
    grandmother grandma granny nana 奶奶 外婆 姥姥 祖母 おばあちゃん お婆さん
    grandfather grandpa granddad 爷爷 外公 姥爷 祖父 おじいちゃん お爺さん
    grandchild grandson granddaughter 孙子 孙女 外孙 孫
    uncle 叔叔 舅舅 伯伯 姑父 姨父 おじさん 叔父 伯父
    aunt auntie 阿姨 姑姑 姨妈 舅妈 婶婶 おばさん 叔母 伯母
    cousin 表哥 表姐 表弟 表妹 堂哥 堂弟 堂姐 堂妹 いとこ 従兄弟 従姉妹
    nephew 侄子 外甥 甥っ子
    niece 侄女 外甥女 姪っ子
    relative kin 亲戚 亲属 亲人 親戚 親族 身内
    family 家人 家庭 一家人 家族 ファミリー
    friend buddy pal 朋友 好友 哥们 友人 友達 ともだち
    bestie 闺蜜 死党 挚友 親友
    neighbor 邻居 街坊 隣人 お隣
    roommate flatmate housemate 室友 舍友 合租 ルームメイト 同居人
    classmate schoolmate 同学 校友 クラスメート 同級生
    girlfriend 女朋友 女友 ガールフレンド 彼女
    boyfriend 男朋友 男友 ボーイフレンド 彼氏
    fiance fiancee 未婚夫 未婚妻 婚約者 フィアンセ
    marry marriage wedlock 结婚 婚姻 成婚 結婚 入籍
    engagement betrothal 订婚 求婚 婚約 プロポーズ
    divorce 离婚 离异 離婚
    breakup 分手 别れ話 破局 失恋
    unmarried bachelor 单身 未婚 独身
    courtship dating 约会 谈恋爱 相亲 交際 お付き合い
    romance love 爱情 恋爱 恋愛 恋
    pregnant pregnancy 怀孕 孕期 妊娠 おめでた 妊婦
    childbirth 分娩 生孩子 出産 お産
    nanny babysitter 保姆 月嫂 看孩子 ベビーシッター 子守り
    adopt 收养 领养 養子 里親
    nickname moniker 外号 绰号 昵称 小名 あだ名 ニックネーム 愛称
    childhood upbringing 童年 小时候 幼年 子供時代 幼少期 生い立ち
    elder elderly 老人 老年人 长辈 高齢者 お年寄り
    guest visitor 客人 访客 来宾 お客さん ゲスト 来客
    surname 姓氏 苗字
  `),
  // Body
  ...classes(`
    throat 喉咙 嗓子 咽喉 喉 のど
    skin 皮肤 肌肤 皮膚 スキンケア
    hair 头发 发型 髪の毛 髪型 ヘア
    stomach belly abdomen tummy 肚子 腹部 胃部 お腹 おなか 胃
    weight 体重
    height stature 身高 身長 背丈
  `),
  // Illness and symptoms
  ...classes(`
    sick unwell 生病 不舒服 患病 病気 体調不良
    disease disorder 疾病 疾患
    symptom 症状 病征
    pain ache hurt sore 疼痛 酸痛 痛み 痛い
    headache migraine 头疼 头痛 偏头痛 頭痛 片頭痛
    toothache 牙疼 牙痛 歯痛 歯が痛い
    fever 发烧 发热 発熱
    flu influenza 流感 流行性感冒 インフルエンザ
    sniffles cold 感冒 着凉 伤风 風邪
    cough 咳嗽 咳 せき
    dizzy vertigo 头晕 眩晕 晕眩 めまい 立ちくらみ
    nausea vomit puke 恶心 呕吐 想吐 吐き気 嘔吐
    diarrhea 拉肚子 腹泻 下痢
    allergy allergic 过敏 过敏症 アレルギー
    asthma 哮喘 气喘 喘息 ぜんそく
    rash eczema itch 皮疹 湿疹 发痒 かゆみ アトピー
    acne pimple 青春痘 痘痘 粉刺 ニキビ にきび
    injury injure 受伤 伤口 外伤 负伤 負傷 ケガ 傷口
    sprain 扭伤 崴脚 捻挫 ねんざ
    covid coronavirus 新冠 冠状病毒 コロナ 新型コロナ
    diabetes 糖尿病
    cancer tumor 癌症 肿瘤 癌 腫瘍 がん
    insomnia sleepless 失眠 睡不着 不眠 不眠症 眠れない
    depression 抑郁 抑郁症 うつ病 鬱病
    anxiety anxious 焦虑 焦虑症 不安 不安障害
    dementia alzheimer 痴呆 老年痴呆 阿尔茨海默 認知症 アルツハイマー
    autism autistic 自闭症 自闭 自閉症
    addiction 上瘾 成瘾 依存症
    disability 残疾 残障 身体障害 障害者
    fatigue tired exhausted weary 疲劳 疲惫 很累 疲れ 疲労 くたくた
    burnout overwork 过劳 倦怠 累垮 燃え尽き 過労 バーンアウト
    menstruation menstrual 月经 例假 大姨妈 生理痛 月経
    hypertension 高血压 高血圧
  `),
  // Treatment and health care
  ...classes(`
    doctor physician doc 医生 大夫 医师 医者 お医者さん 医師 ドクター
    nurse 护士 护理师 看護師 ナース
    dentist 牙医 牙科 歯医者 歯科医 歯科
    psychiatrist 精神科 精神科医 心療内科
    therapist counselor psychologist 心理咨询师 咨询师 心理医生 カウンセラー セラピスト
    therapy counseling 心理咨询 心理治疗 カウンセリング セラピー
    hospital 医院 病院
    clinic 诊所 门诊 診療所 クリニック
    pharmacy drugstore chemist 药店 药房 薬局 ドラッグストア
    medicine medication drug 药物 药品 药 薬 医薬品
    pill capsule 药片 药丸 胶囊 錠剤 カプセル
    painkiller ibuprofen paracetamol 止痛药 布洛芬 鎮痛剤 痛み止め
    prescription prescribe 处方 药方 开药 処方箋 処方
    dose dosage 剂量 用量 服用量 投薬量
    vaccine jab 疫苗 接种 打疫苗 ワクチン 予防接種
    injection syringe 打针 注射
    surgery 手术 开刀 手術 オペ
    diagnosis diagnose 诊断 确诊 診断
    treatment treat 治疗 医治 疗法 治療 療法
    checkup 体检 健康检查 健康診断 人間ドック
    recover recovery heal recuperate 康复 痊愈 恢复 回復 治る 完治
    rehab rehabilitation physiotherapy 复健 理疗 康复训练 リハビリ 理学療法
    emergency 急诊 急救 救急
    ambulance 救护车 救急車
    bandage 绷带 创可贴 包帯 絆創膏
    glasses spectacles eyeglasses 眼镜 眼鏡 メガネ
    massage 按摩 推拿 マッサージ 指圧
    supplement vitamin 保健品 维生素 补品 サプリ サプリメント ビタミン
    health wellness 健康 身体状况
    sleep slumber asleep 睡觉 睡眠 睡着 眠り 寝る
    nap doze 午睡 打盹 小睡 昼寝 仮眠 うたた寝
    diet 减肥 瘦身 节食 ダイエット 減量
    nutrition nutrient 营养 营养素 栄養 栄養素
    smoke cigarette tobacco 抽烟 吸烟 香烟 喫煙 煙草 タバコ
    death die decease 去世 死亡 过世 逝世 亡くなる 死去 他界
    funeral burial 葬礼 丧事 追悼会 葬式 お葬式 告別式
    contraception condom 避孕 避孕套 避妊 コンドーム
    inpatient 住院 入院
  `),
  // Home and moving
  ...classes(`
    house home residence 房子 住宅 自宅 お家
    apartment flat condo 公寓 套房 アパート マンション
    bedroom 卧室 睡房 寝室
    lounge parlor 客厅 起居室 居間 リビング
    bathroom restroom toilet washroom 厕所 洗手间 卫生间 トイレ お手洗い 化粧室
    bath shower 洗澡 淋浴 泡澡 お風呂 風呂 シャワー
    garage carport 车库 车位 車庫 ガレージ
    garden yard backyard 花园 院子 庭院 ガーデン
    elevator lift 电梯 エレベーター
    furniture furnishing 家具 インテリア
    sofa couch settee 沙发 ソファ ソファー
    blanket quilt duvet 被子 毯子 毛布 掛け布団
    closet wardrobe 衣柜 衣橱 クローゼット 洋服だんす
    fridge refrigerator 冰箱 冷蔵庫
    stove cooker hob 炉灶 燃气灶 コンロ ガスコンロ
    vacuum hoover 吸尘器 掃除機
    appliance 家电 电器 家電 家電製品
    aircon hvac 空调 冷气 エアコン クーラー 冷房
    trash garbage rubbish waste 垃圾 废物 ゴミ ごみ 廃棄物
    recycle 回收 垃圾分类 リサイクル 分別
    clean 打扫 清洁 大扫除 掃除 清掃 片付け
    tidy declutter organize 整理 收纳 整頓 断捨離
    dirty filthy messy 脏乱 肮脏 邋遢 汚い 汚れ 散らか
    chore housework 家务 家务活 家事
    renovate remodel refurbish 装修 翻新 改造 リフォーム 改装 リノベーション
    repair mend fix 修理 维修 修好 修繕 直す
    leak drip 漏水 渗漏 水漏れ
    mold mildew 发霉 霉菌 カビ
    move relocate 搬家 迁居 搬迁 引っ越し 引越し 転居
    rent rental tenancy 房租 租金 租房 家賃 賃貸
    landlord landlady 房东 业主 大家さん 家主
    tenant renter lodger 租客 房客 住户 借主 入居者
    mortgage 房贷 按揭 住宅ローン
    deposit 押金 保证金 敷金 保証金
    realtor broker 房产中介 中介 不動産屋 不動産
    property estate 房产 不动产 房地产 物件 不動産
    address 地址 住址 住所 アドレス
    utilities 水电费 水电 光熱費
    electricity 电力 电费 停电 電気 電力
  `),
  // Food and cooking
  ...classes(`
    food meal 食物 饭菜 食べ物 食事 ご飯
    breakfast brunch 早餐 早饭 早点 朝食 朝ごはん
    lunch 午餐 午饭 中饭 昼食 お昼ご飯
    dinner supper 晚餐 晚饭 夕食 晩ご飯 夕飯 ディナー
    snack nibble 零食 小吃 点心 おやつ 間食 お菓子
    dessert sweets 甜点 甜品 デザート スイーツ
    cook cookery 做饭 烹饪 下厨 烧菜 料理 調理 自炊
    recipe 食谱 菜谱 做法 レシピ 作り方
    ingredient 食材 配料 原料 材料
    hungry hunger starving 肚子饿 饥饿 空腹
    vegetarian vegan 素食 吃素 纯素 ベジタリアン ヴィーガン 菜食
    vegetable veggie greens 蔬菜 青菜 野菜
    fruit 水果 果物 フルーツ
    meat 肉类 お肉 肉
    chicken poultry 鸡肉 鶏肉 チキン
    fish seafood 海鲜 鱼 魚 海鮮 魚介
    shrimp prawn 虾仁 大虾 海老 エビ
    egg 鸡蛋 卵 玉子 たまご
    rice 米饭 大米 お米 白米 ライス
    cookie biscuit 饼干 曲奇 クッキー ビスケット
    chocolate cocoa 巧克力 可可 チョコレート チョコ ココア
    冰淇淋 雪糕 アイスクリーム アイス
    potato 土豆 马铃薯 じゃがいも ポテト
    tomato 西红柿 番茄 トマト
    milk dairy 牛奶 乳制品 牛乳 ミルク 乳製品
    spicy 辣 辛い 辛口
    spice seasoning condiment 调料 香料 调味 調味料 スパイス 香辛料
    taste flavor 口味 味道 味 風味
    delicious tasty yummy 好吃 美味 おいしい 美味しい
    drink beverage 饮料 飲み物 飲料 ドリンク
    coffee 咖啡 コーヒー 珈琲
    soda cola coke 汽水 可乐 炭酸 コーラ
    alcohol liquor booze spirits 喝酒 酒精 白酒 お酒 アルコール 飲酒
    beer ale lager 啤酒 ビール
    wine 红酒 葡萄酒 ワイン
    tipsy 喝醉 醉酒 酔っ払い 酔う
    caffeine decaf 咖啡因 カフェイン デカフェ
    restaurant eatery diner 餐厅 饭店 餐馆 饭馆 レストラン 食堂 飲食店
    cafe 咖啡馆 咖啡厅 カフェ 喫茶店
    pub tavern izakaya 酒吧 酒馆 居酒屋
    takeout takeaway 外卖 打包 テイクアウト 持ち帰り 出前
    menu 菜单 メニュー 献立
    waiter waitress 服务员 店员 ウェイター 店員
    expire 过期 到期 期限切れ
    peanut 花生 ピーナッツ
  `),
  // Shopping and clothes
  ...classes(`
    shop store 商店 店铺 お店 ショップ 店舗
    supermarket grocery 超市 杂货 スーパー 食料品
    mall 商场 百货 购物中心 デパート 百貨店
    shopping 购物 逛街 买东西 買い物 ショッピング
    buy purchase 购买 买下 買う 購入
    sell sale 出售 售卖 卖掉 売る 販売
    order 订单 订购 注文 オーダー
    checkout cashier 结账 收银 买单 会計 レジ お勘定
    refund 退款 退钱 返金 払い戻し
    exchange swap 换货 交换 交換
    discount 打折 折扣 优惠 割引 値引き
    cheap inexpensive affordable 便宜 实惠 划算 安い 格安 お手頃
    pricey costly 昂贵 很贵 高い 高額
    gratis complimentary 免费 白送 無料 ただで
    secondhand 二手 闲置 中古 お古
    gift 礼物 礼品 送礼 プレゼント 贈り物 ギフト
    parcel package 包裹 快递 小包 荷物 宅配便
    customer client 顾客 客户 お客様 顧客 クライアント
    merchant seller vendor 商家 卖家 供应商 売り手 業者 ベンダー
    warranty guarantee 保修 质保 保証
    clothes apparel outfit garment 衣服 服装 穿搭 洋服 衣類
    shirt blouse 衬衫 上衣 シャツ ブラウス
    sweater jumper pullover 毛衣 套头衫 セーター ニット
    jacket coat parka 外套 夹克 大衣 ジャケット 上着 コート
    trousers pants slacks 裤子 长裤 ズボン
    shoe sneaker footwear 鞋子 运动鞋 スニーカー 靴
    hat cap beanie 帽子 キャップ
    bag handbag purse 包包 手提包 カバン 鞄 バッグ
    wallet 钱包 財布
    perfume cologne fragrance 香水 香氛 フレグランス
    makeup cosmetics 化妆 化妆品 化粧 化粧品 メイク
    haircut hairdresser barber 理发 剪头发 美发 散髪 美容院 床屋
    color 颜色 色彩 カラー
  `),
  // Money
  ...classes(`
    money cash funds 钱 现金 资金 お金 現金 資金
    currency 货币 外币 通貨
    price cost fee 价格 价钱 费用 値段 価格 料金 費用
    salary pay wage income earnings 工资 薪水 月薪 年薪 薪资 收入 給料 月給 年収 給与 収入
    bonus 奖金 年终奖 ボーナス 賞与
    raise increment payrise 加薪 涨薪 涨工资 昇給
    allowance stipend 零花钱 津贴 补贴 お小遣い
    pension 养老金 退休金 年金
    budget 预算 予算
    spend expense expenditure 花钱 开销 支出 花费 出費 経費
    debt owe 债务 欠款 欠钱 负债 借金 負債
    loan lend 贷款 借款 ローン 融資
    repay repayment 还款 还钱 还贷 返済
    分期 分期付款 分割払い
    invest investor 投资 理财 投資 資産運用
    stock equity 股票 股份 股市 株式
    profit gain 利润 盈利 赚钱 利益 儲け 黒字
    deficit 亏损 亏钱 赔钱 赤字 損失
    revenue turnover 营收 营业额 売上 売り上げ
    bank 银行 銀行
    account 账户 账号 アカウント 口座
    transfer remit remittance 转账 汇款 打款 振込 送金
    withdraw atm 取钱 取款 提现 引き出す 出金
    pay payment 付款 支付 缴费 支払い 決済
    bill invoice 账单 发票 請求書 インボイス
    receipt 收据 小票 領収書 レシート
    tax taxation 税收 税款 交税 税金 納税
    asset wealth 资产 财产 财富 資産 財産
    inheritance heir 遗产 继承 相続 遺産
    donate charity 捐款 捐赠 慈善 寄付 チャリティー
    subscription subscribe 订阅 会员 包月 サブスク 定期購読 サブスクリプション
    bookkeeper 会计 记账 会計士 経理 簿記
    信用卡 クレジットカード クレカ
    存钱 储蓄 省钱 貯金 節約 貯蓄
    reimbursement 报销 立替
  `),
  // Work and career
  ...classes(`
    work job 工作 上班 仕事 勤務
    profession occupation vocation 行业 职业 職業
    career 职业生涯 职业发展 キャリア 経歴
    company firm corporation employer 公司 企业 会社 企業 勤め先
    startup 创业公司 初创 スタートアップ ベンチャー
    entrepreneur founder 创业者 创始人 企業家 創業者 起業
    office workplace 办公室 职场 オフィス 職場 事務所
    department division 部门 科室 部署 事業部
    team squad crew 团队 小组 チーム
    boss supervisor 老板 上司 领导 ボス 社長
    manager 经理 主管 マネージャー 管理職
    ceo president director 总裁 总经理 董事长 代表取締役 取締役
    employee staff personnel 员工 职员 雇员 社員 従業員 スタッフ
    colleague coworker teammate 同事 同仁 队友 同僚 仕事仲間
    internship trainee 实习 实习生 インターン 見習い
    assistant secretary 助理 秘书 アシスタント 秘書
    freelance gig 自由职业 フリーランス 個人事業主
    moonlighting 兼职 副业 打工 アルバイト バイト 副業
    remote telework wfh 远程办公 居家办公 在家办公 在宅勤務 リモートワーク テレワーク
    commute 通勤 上下班
    overtime 加班 残業 時間外
    shift 轮班 夜班 值班 シフト 夜勤
    interview 面试 面谈 面接
    resume cv 简历 履历 履歴書 職務経歴書
    recruit hire headhunter 招聘 录用 招人 求人 採用 リクルート
    jobseeker 找工作 求职 就職活動 転職活動 就活
    candidate 应聘者 候选人 応募者 候補者
    position role 职位 岗位 职务 役職 ポジション
    quit resign 辞职 离职 退職 辞める 辞任
    layoff fire dismiss 裁员 解雇 开除 リストラ クビ
    unemployed jobless unemployment 失业 待业 失業 無職
    retire 退休 定年 引退
    跳槽 换工作 転職
    promote 升职 晋升 提拔 昇進 昇格 出世
    skill ability competence 技能 能力 本事 スキル
    mentor coach 导师 教练 メンター コーチ 指導者
    competitor rival 竞争对手 对手 竞争 競合 ライバル 競争
    marketing advertise ad 营销 广告 推广 マーケティング 広告 宣伝
    commerce trade 生意 商业 贸易 ビジネス 商売 貿易
    negotiate 谈判 协商 商谈 交渉 商談
    cooperate collaborate partnership 合作 协作 配合 協力 提携 コラボ
    conference convention symposium 大会 研讨会 学术会议 カンファレンス 学会
    seminar lecture 讲座 セミナー 講演
    出差 出張
    lawyer attorney solicitor 律师 弁護士
    engineer 工程师 エンジニア 技術者
    programmer developer coder 程序员 开发者 码农 プログラマー 開発者
    designer 设计师 デザイナー
    architect 建筑师 架构师 建築家 アーキテクト
    police policeman cop 警察 民警 警官 お巡りさん
    hectic swamped 忙碌 很忙 忙しい 多忙
  `),
  // School and learning
  ...classes(`
    school academy 学校 校园 スクール
    kindergarten nursery daycare preschool 幼儿园 托儿所 幼稚園 保育園
    elementary 小学 小学生 小学校
    初中 中学校
    高中 高校
    university college uni 大学 カレッジ
    graduate alumni 毕业 毕业生 卒業 卒業生
    postgraduate masters 研究生 硕士 大学院 修士
    phd 博士 读博 博士号
    degree diploma 学位 文凭 本科 学士
    student pupil learner 学生 学员 生徒
    teacher instructor tutor 老师 教师 教員 教師
    professor 教授 准教授
    class lesson course 课程 上课 授業 レッスン
    semester term 学期
    homework assignment 作业 功课 宿題 課題
    exam examination 考试 测验 試験
    grade score 成绩 分数 得分 成績 点数 スコア
    certificate qualification license 证书 资格证 执照 資格 免許 証明書
    tuition 学费 授業料 学費
    enroll matriculate 入学 报名 注册入学
    absence absent truant 缺席 旷课 欠席
    dormitory dorm 宿舍 寝室 学生寮 寮
    library 图书馆 図書館 図書室
    textbook coursebook 课本 教材 教科書 テキスト
    notebook notepad 笔记本 ノート 手帳
    study learn 学习 念书 复习 勉強 学習 復習
    teach educate 教育 教学 教える
    research investigate 研究 调研 调查 調査 リサーチ
    thesis dissertation 论文 毕业论文 論文 卒論
    laboratory lab 实验室 実験室
    math mathematics 数学 代数 算数
    language 语言 外语 言語 語学 外国語
    english 英语 英文 英語
    chinese mandarin 中文 汉语 普通话 中国語
    japanese 日语 日文 日本語
    korean 韩语 韩文 韓国語
    french 法语 法文 フランス語
    german 德语 德文 ドイツ語
    留学 海外留学
    extracurricular 社团 俱乐部 部活 サークル クラブ
    补习班 补课 学習塾 予備校
    translate 翻译 翻訳
  `),
  // Travel and transport
  ...classes(`
    travel journey trip tour 旅行 旅游 出游 旅 ツアー
    vacation holiday getaway 度假 休假 假期 バカンス 休暇 お休み
    sightseeing tourism 观光 景点 観光 名所
    tourist traveler 游客 観光客 旅行者
    itinerary 行程 旅行计划 旅程 旅行日程
    souvenir keepsake 纪念品 伴手礼 お土産 土産
    hotel inn lodging accommodation 酒店 宾馆 旅馆 住宿 ホテル 旅館 宿泊
    hostel guesthouse homestay 民宿 青年旅舍 ゲストハウス 民泊 ホステル
    reservation booking 预订 预约 订房 予約
    luggage baggage suitcase 行李 行李箱 手荷物 スーツケース
    passport 护照 パスポート 旅券
    visa 签证 ビザ 査証
    immigration 海关 出入境 税関 入国審査
    abroad overseas foreign 国外 海外 出国 外国
    jetlag 倒时差 时差 時差ぼけ 時差
    flight airline 航班 机票 航空公司 フライト 航空券 航空会社
    plane airplane aircraft jet 飞机 客机 飛行機 航空機
    airport 机场 空港
    train railway rail 火车 高铁 动车 列车 電車 列車 新幹線 鉄道
    subway metro underground tube 地铁 地下鉄 メトロ
    station 车站 火车站 駅 停車場
    bus coach 公交 公交车 巴士 大巴 路線バス
    taxi cab uber 出租车 打车 网约车 タクシー
    car automobile vehicle 汽车 车子 轿车 自動車 クルマ 車
    motorcycle motorbike scooter 摩托车 电动车 オートバイ バイク スクーター
    bicycle bike cycling 自行车 单车 骑车 自転車 チャリ サイクリング
    boat vessel 轮船 船只 船 ボート
    ticket fare 车票 门票 票价 切符 チケット 運賃
    drive 开车 驾驶 驾车 運転 ドライブ
    carpark 停车 停车场 駐車 駐車場
    gasoline petrol fuel gas 汽油 加油 燃料 ガソリン 給油
    charger 充电 充电桩 充電 充電器
    traffic congestion 堵车 塞车 渋滞
    navigation gps 导航 ナビ カーナビ
    walk stroll 散步 走路 步行 散歩 歩く 徒歩
    hike trek 徒步 爬山 登山 远足 ハイキング 山登り
    crash collision accident 车祸 事故 撞车 交通事故 衝突
    arrive 到达 抵达 到着
  `),
  // Places and nature
  ...classes(`
    city town urban metropolis 城市 都市 市区 街 都会
    village countryside rural 乡村 农村 乡下 村 田舎
    suburb suburban outskirts 郊区 市郊 郊外
    downtown 市中心 闹市 繁華街 都心 中心部
    district neighborhood 社区 街区 小区 地域 地区 町内
    hometown birthplace 老家 家乡 故乡 出生地 故郷 ふるさと 実家 地元
    park 公园 公園
    museum gallery 博物馆 美术馆 展览馆 博物館 美術館
    beach seaside coast shore 海滩 海边 沙滩 海岸 ビーチ 浜辺
    hotspring onsen spa 温泉 泡汤
    flower blossom bloom 花朵 鲜花 开花 お花 花
    houseplant 盆栽 绿植 観葉植物
    gardening horticulture 园艺 种花 園芸 ガーデニング
    earthquake quake 地震
  `),
  // Hobbies and sports
  ...classes(`
    hobby pastime 爱好 兴趣 业余爱好 趣味 ホビー
    pottery ceramic 陶艺 陶瓷 陶芸 焼き物
    photo photograph picture snapshot 照片 相片 写真
    photography photographer 摄影 拍照 摄影师 写真撮影 カメラマン
    fishing angling 钓鱼 垂钓 釣り
    camping tent campsite 露营 野营 帐篷 キャンプ テント
    climb bouldering 攀岩 攀登 クライミング ボルダリング
    sport athletics 体育 体育运动 スポーツ
    exercise workout fitness 运动 锻炼 健身 運動 フィットネス トレーニング
    gym 健身房 ジム
    jog 跑步 慢跑 ランニング ジョギング
    swim 游泳 水泳 スイミング
    yoga pilates 瑜伽 普拉提 ヨガ ピラティス
    meditate mindfulness 冥想 正念 瞑想 マインドフルネス
    soccer football 足球 サッカー フットボール
    basketball nba 篮球 バスケットボール バスケ
    baseball 棒球 野球
    tennis 网球 テニス
    badminton 羽毛球 バドミントン
    golf 高尔夫 ゴルフ
    ski snowboard 滑雪 スキー スノーボード
    karate judo kungfu taekwondo 武术 功夫 空手 柔道 武道 格闘技
    dance 跳舞 舞蹈 ダンス 踊り
    match competition 比赛 赛事 試合
    collect collector 收藏 收集 収集 コレクション
  `),
  // Music, art, books, film, games
  ...classes(`
    song tune 歌曲 曲子 歌 楽曲
    sing vocal 唱歌 歌唱 歌う
    singer vocalist 歌手 主唱 ボーカル
    band 乐队 乐团 バンド
    concert gig 演唱会 音乐会 コンサート ライブ 演奏会
    karaoke ktv 卡拉 カラオケ
    piano 钢琴 ピアノ
    guitar 吉他 ギター
    album playlist 专辑 歌单 アルバム プレイリスト
    headphone earphone earbud headset 耳机 ヘッドホン イヤホン
    art 艺术 美术 芸術 美術
    artist painter 艺术家 画家 芸術家 アーティスト
    exhibition expo 展览 画展 展会 展示会 展覧会
    theater drama 戏剧 话剧 剧院 演劇 舞台 劇場
    book 书籍 书本 書籍 図書
    read 阅读 读书 読書 読む
    writer novelist 作家 作者 著者
    comic manga 漫画 コミック マンガ
    magazine periodical journal 杂志 期刊 雑誌
    newspaper 报纸 报刊 新聞
    movie film cinema 电影 影片 映画
    anime cartoon 动漫 动画 动画片 アニメ アニメーション
    television tv telly 电视 テレビ
    episode 一集 剧集 エピソード
    actor actress 演员 女演员 俳優 女優 役者
    celebrity idol 明星 偶像 有名人 芸能人 アイドル
    fan follower fandom 粉丝 追星 ファン フォロワー
    comedy funny humor 喜剧 搞笑 幽默 コメディ お笑い ユーモア
    video clip footage 视频 影像 動画 ビデオ 映像
    influencer vlogger youtuber 博主 网红 ユーチューバー インフルエンサー
    videogame game 游戏 打游戏 ゲーム テレビゲーム
    novel fiction 小说 小説
    radio 电台 广播 收音机 ラジオ
    电影院 影院 映画館
    music 音乐 音楽
    podcast 播客 ポッドキャスト
    paint watercolor 绘画 油画 水彩 絵画 水彩画
  `),
  // Pets
  ...classes(`
    pet 宠物 ペット
    cat kitten kitty 猫 小猫 猫咪 喵星人 ネコ 子猫
    dog puppy pup doggy 狗 小狗 狗狗 犬 子犬 ワンちゃん
    bird parrot 小鸟 鸟 鹦鹉 鳥 小鳥 オウム インコ
    rabbit bunny 兔子 ウサギ うさぎ
    horse pony 骑马 马匹 乗馬 馬
    vet veterinarian veterinary 兽医 宠物医院 獣医 動物病院
  `),
  // Weather and seasons
  ...classes(`
    weather climate 天气 气候 天気 気候
    forecast 预报 天气预报 予報 天気予報
    rain rainy drizzle 下雨 雨天 雨水 雨
    storm thunderstorm thunder lightning 暴风雨 雷雨 打雷 闪电 嵐 雷 稲妻
    typhoon hurricane cyclone 台风 飓风 台風 ハリケーン
    snow snowy blizzard 下雪 雪天 暴雪 大雪 吹雪 雪
    cloudy overcast 多云 阴天 云层 曇り 曇天
    sunny sunshine 晴天 晴朗 阳光 晴れ 日差し 快晴
    humid damp 潮湿 湿度 湿気 蒸し暑い
    hot heat heatwave 炎热 很热 酷暑 高温 暑い 猛暑
    chilly cold 寒冷 很冷 低温 寒い 冷え込み
    springtime 春天 春季 春
    summer summertime 夏天 夏季 暑期 夏
    autumn 秋天 秋季 秋
    winter wintertime 冬天 冬季 冬
  `),
  // Time and occasions
  ...classes(`
    birthday bday 生日 过生日 诞辰 誕生日 バースデー
    birth born 出生 诞生 誕生 生まれ
    age 年龄 岁数 年纪 年齢 歳
    wedding bridal ceremony 婚礼 喜酒 婚宴 結婚式 披露宴 挙式
    bride 新娘 新婦 花嫁
    groom bridegroom 新郎 花婿
    honeymoon 蜜月 新婚旅行 ハネムーン
    anniversary jubilee 纪念日 周年 記念日
    holiday festival 节日 佳节 节假日 祝日 祭日 お祭り
    weekend 周末 双休日 週末 土日
    weekday workday 工作日 平日
    christmas xmas 圣诞 圣诞节 クリスマス
    元旦 新年 元日 お正月
    party gathering 派对 聚会 庆祝 パーティー お祝い 集まり
    invite 邀请 请柬 招待 招待状 誘い
    deadline cutoff ddl 截止 截止日期 最后期限 期限 締め切り 締切 納期
    schedule timetable agenda 日程 时间表 日程表 スケジュール 時間割
    appointment rendezvous 约好 面会予約
    late delay tardy 迟到 晚点 延误 遅刻 遅延 遅れ
    postpone reschedule defer 推迟 延期 改期 先延ばし
    punctual 准时 守时 時間通り 定刻
    temporary interim provisional 临时 暂时 一時的 仮の 臨時
  `),
  // Feelings and character
  ...classes(`
    feeling emotion mood 感情 情绪 心情 感受 気持ち 気分
    happy glad joy cheerful delighted 开心 高兴 快乐 愉快 嬉しい 喜び 楽しい
    sad unhappy sorrow grief 难过 伤心 悲伤 悲しい 悲しみ 哀しい
    cry weep tear 哭泣 流泪 眼泪 泣く 涙
    laugh smile giggle 大笑 微笑 笑容 笑い 笑顔
    angry mad furious rage upset 生气 愤怒 发火 恼火 怒り 腹が立つ 怒る
    annoyed irritated 烦躁 烦人 讨厌 イライラ うざい 煩わしい
    afraid fear scared frightened 害怕 恐惧 恐怖 怖い 恐れ
    worry concern 担心 担忧 忧虑 心配 懸念 気がかり
    nervous tense tension 紧张 緊張
    stress pressure 压力 压力大 ストレス プレッシャー
    relax unwind 放松 休息 歇一歇 休憩 リラックス くつろぎ
    bored boredom dull 无聊 乏味 没意思 退屈 つまらない
    surprised astonish shock 惊讶 惊喜 吃惊 驚き びっくり サプライズ
    disappointed letdown 失望 沮丧 がっかり
    frustrated 挫败 受挫 挫折 もどかしい
    confused perplexed 困惑 迷茫 搞不懂 混乱 戸惑い
    lonely loneliness solitude 孤独 寂寞 寂しい
    jealous envy jealousy 嫉妒 羡慕 吃醋 嫉妬 羨ましい やきもち
    proud pride 骄傲 自豪 誇り 自慢
    ashamed embarrassed shame awkward 丢脸 尴尬 害羞 羞愧 恥ずかしい 気まずい
    regret remorse 后悔 遗憾 後悔 悔い
    grateful thankful gratitude appreciate 感谢 感激 感恩 感謝 ありがたい
    apologize sorry 道歉 对不起 抱歉 谢罪 謝罪 ごめん お詫び
    hate dislike loathe detest 讨厌 厌恶 反感 嫌い 嫌悪 苦手
    enjoy fond 喜欢 喜爱 好き
    favorite preferred 最喜欢 最爱 偏好 偏爱 一番好き 好み 大好き
    excited thrilled 兴奋 激动 ワクワク 興奮
    motivated 动力 积极性 干劲 やる気 モチベーション 動機
    trust reliable trustworthy 信任 信赖 可靠 信頼 信用
    satisfied satisfaction 满意 满足 満足 納得
    complain complaint grumble 抱怨 投诉 吐槽 不满 苦情 クレーム 愚痴 不満
    trauma ptsd 创伤 心理阴影 トラウマ 心的外傷
    personality temperament 性格 个性 脾气 人柄 個性
    introvert shy 内向 腼腆 社恐 内気 内向的 人見知り
    extrovert outgoing sociable 外向 开朗 社交 外向的 社交的
    honest sincere honesty 诚实 真诚 老实 正直 誠実
    liar deceive 撒谎 说谎 骗人 谎言 嘘 うそ
    lazy idle 懒惰 偷懒 懒得 怠け 怠惰 サボり
    procrastinate 拖延 拖延症 先送り
    diligent hardworking 勤奋 努力 刻苦 勤勉
    clever smart intelligent 聪明 机灵 聡明 賢い 利口
    stubborn obstinate 固执 倔强 顽固 頑固 意地っ張り
    polite courteous manners 礼貌 有礼 礼儀 マナー 丁寧
    rude impolite 粗鲁 没礼貌 失礼 無礼
    habit routine 习惯 日常习惯 習慣 ルーティン
    religion faith belief 宗教 信仰
    kindness 善良 体贴 思いやり
  `),
  // Opinions, decisions, plans
  ...classes(`
    opinion viewpoint standpoint 意见 看法 观点 想法 意見 見解 考え
    agree consent 同意 赞成 认同 賛成
    disagree oppose 反对 不同意 异议 反対 異議
    approve endorse 批准 审批 核准 承認 許可
    reject refuse 拒绝 驳回 婉拒 拒否 断る 却下
    decide decision determine 决定 决策 决心 決定 決断 決める
    choose choice select pick 选择 挑选 选中 選択 選ぶ
    option alternative 选项 备选 替代 選択肢 代替
    compare comparison versus 比较 对比 比較 対比
    recommend suggest 推荐 建议 提议 おすすめ 推薦
    advice advise 忠告 劝告 意见建议 助言 アドバイス
    plan 计划 规划 打算 計画 プラン
    goal aim target 目标 目的 目標 ゴール
    strategy tactic 策略 战略 対策 戦略 方針
    memory recollection 回忆 记忆 記憶 思い出
    forget 忘记 忘掉 忘れ
    remind 提醒 备忘 催促 リマインド リマインダー
    promise pledge vow 承诺 答应 保证 约定 約束 誓い
    cancel 取消 作废 キャンセル 取り消し
    solve solution resolve 解决 解决方案 解決 解決策
    problem issue trouble 问题 麻烦 难题 問題 トラブル 課題
    urgent asap 紧急 急事 着急 急ぎ 至急 緊急
    priority prioritize 优先 优先级 優先 優先順位
    risk hazard danger 风险 危险 隐患 リスク 危険
    mistake wrong blunder 失误 弄错 間違い 誤り
    success succeed achievement accomplish 成功 成就 达成 達成
    opportunity chance 机会 时机 機会 チャンス
    advantage benefit merit pros 优点 好处 优势 利点 長所 メリット
    disadvantage drawback downside cons 缺点 坏处 劣势 短所 欠点 デメリット
    critique 批评 批判 指责
    praise compliment 表扬 夸奖 称赞 褒める 賞賛
    review evaluation 评价 评论 点评 評価 口コミ レビュー
    famous popular 著名 有名 出名 热门
    summary summarize recap overview 总结 概要 摘要 要約 まとめ
    compromise tradeoff concession 妥协 折中 让步 妥協 折衷 譲歩
    quarrel argue dispute 争吵 吵架 争执 喧嘩 口論 けんか
  `),
  // Communication
  ...classes(`
    talk chat conversation 聊天 谈话 交谈 会話 おしゃべり 雑談 対話
    discuss debate 讨论 商量 探讨 辩论 議論 話し合い 討論 相談
    meeting 会议 开会 例会 会議 ミーティング 打ち合わせ
    transcript 会议纪要 会议记录 議事録
    见面 碰面 会面 面会
    phone telephone call 电话 打电话 通话 来电 電話 通話
    smartphone cellphone mobile iphone 手机 智能手机 携帯 スマホ スマートフォン 携帯電話
    message text sms 短信 消息 信息 メッセージ ショートメール
    email mail inbox 邮件 电子邮件 邮箱 メール 電子メール
    postal 邮局 邮寄 郵便 郵便局 郵送
    contact 联系 联络 联系方式 連絡 連絡先
    reply answer respond response 回复 回答 答复 回信 返事 返信
    ask question inquire query 提问 询问 请教 質問 問い合わせ 尋ねる
    request demand 请求 要求 申请 依頼 リクエスト
    explain explanation clarify 解释 说明 讲解 説明 解説
    inform notify notice 告诉 通知 告知 お知らせ 伝える
    announce 公告 宣布 发表 告知 発表 アナウンス
    report 报告 汇报 上报 報告 レポート
    feedback 反馈 フィードバック
    comment remark 评论 留言 コメント
    speech 演讲 演示 プレゼン スピーチ
    secret confidential private 秘密 机密 保密 内緒 機密
    privacy 隐私 プライバシー 個人情報
    introduce introduction 介绍 自我介绍 紹介 自己紹介
    misunderstand 误会 误解 誤解 勘違い
    sns 社交媒体 社交平台 ソーシャルメディア
    internet web online 互联网 上网 在线 インターネット オンライン
    website site webpage homepage 网站 网页 主页 サイト ウェブサイト ホームページ
    blog 博客 ブログ
    forum community 论坛 社区 贴吧 掲示板 コミュニティ フォーラム
    profile bio 个人资料 个人简介 プロフィール
    scam fraud swindle 诈骗 骗局 骗子 詐欺
    spam 垃圾邮件 骚扰电话 迷惑メール スパム
    letter postcard 信件 书信 明信片 手紙 葉書 ハガキ
  `),
  // Documents, law, insurance
  ...classes(`
    document paperwork 文档 资料 文書 書類 ドキュメント 資料
    questionnaire survey 问卷 调查问卷 アンケート
    application apply 申请书 申請 申し込み 応募
    folder directory 文件夹 目录 フォルダ ディレクトリ
    note memo 笔记 便签 备忘录 メモ 覚書
    diary journal 日记 日記
    draft manuscript 草稿 初稿 下書き 草案 原稿
    edit editor 编辑 修改稿 編集 エディタ
    copy duplicate photocopy 复制 复印 副本 コピー 複製 複写
    attachment enclosure 附件 添付 添付ファイル
    quotation cite 引用 引文 出处 引用元
    contract agreement 合同 协议 契约 契約 契約書 協定
    signature autograph 签名 签字 署名 サイン
    身份证 证件 身分証 身分証明書
    residence permit 居留 居住证 在留カード 居留許可
    citizenship nationality citizen 国籍 公民
    law legal legislation 法律 法规 法令 法的
    rule regulation 规则 规定 规章 制度 規則 規定 ルール 決まり
    policy guideline 政策 方针 准则 ポリシー 方針 指針
    lawsuit sue litigation 打官司 诉讼 起诉 訴訟 裁判
    theft steal thief robbery 偷窃 小偷 盗窃 抢劫 泥棒 盗難 窃盗 強盗
    penalty 罚款 罚金 処罰 罰金 罰則
    compensation indemnity 赔偿 补偿 赔款 賠償 補償 弁償
    custody guardian 抚养权 监护人 親権 保護者 後見人
    testament 遗嘱 遺言 遺書
    government 政府 当局 行政
    election vote ballot 选举 投票 選挙
    politician 政治 政客 政治家
    insurance 保险 投保 参保 保険 保険会社
    payout 理赔 索赔 保険金 請求
    lost missing misplace 丢失 遗失 弄丢 紛失 なくした 落とし物
    welfare perk 福利 福利厚生 待遇
    checklist 清单 チェックリスト
  `),
  // Computers and devices
  ...classes(`
    computer pc 电脑 计算机 パソコン コンピュータ コンピューター
    laptop macbook 笔记本电脑 ノートパソコン
    tablet ipad 平板 平板电脑 タブレット
    screen monitor display 屏幕 显示器 画面 モニター ディスプレイ
    memory ram 内存 メモリ
    cpu processor 处理器 プロセッサ
    gpu graphics 显卡 グラボ グラフィックボード
    software program 软件 程序 ソフトウェア ソフト
    app 应用 应用程序 アプリ アプリケーション
    install 安装 装上 インストール
    upgrade update 升级 更新 アップグレード アップデート
    download 下载 ダウンロード
    upload 上传 アップロード
    reboot restart 重启 重新启动 再起動
    shutdown 关机 关闭电源 シャットダウン
  `),
  // Code
  ...classes(`
    code programming 代码 编程 写代码 コード プログラミング
    codebase 源码 源代码 ソースコード コードベース
    function 函数 関数
    variable 变量 変数
    parameter argument arg 参数 形参 引数 パラメータ
    object instance 对象 实例 オブジェクト インスタンス
    api endpoint 接口 应用接口 エンドポイント
    array 数组 配列
    string 字符串 文本 文字列
    loop iteration 循环 迭代 遍历 反復 繰り返し処理
    recursion 递归 再帰
    callback hook 回调 钩子 コールバック フック
    async asynchronous await 异步 非同期
    sync synchronize 同步 同期
    thread multithreading 线程 多线程 スレッド
    daemon 进程 守护进程 プロセス デーモン
    concurrency parallel 并发 并行 並行 並列
    lock mutex 加锁 互斥锁 ロック 排他制御
    algorithm 算法 アルゴリズム
    module library package 模块 代码库 モジュール ライブラリ パッケージ
    dependency deps 依赖 依赖项 依存関係
    framework 框架 フレームワーク
    plugin extension addon 插件 扩展 プラグイン 拡張機能 アドオン
    script shell bash 脚本 スクリプト シェル
    command cli terminal 命令 命令行 终端 コマンド ターミナル 端末
    compile 编译 编译器 コンパイル コンパイラ
    build bundle 构建 打包 ビルド バンドル
    execute run 执行 运行 実行
    parse parser 解析 解析器 パース パーサー
    regex regexp 正则 正则表达式 正規表現
    comment docstring 注释 コメント
    refactor restructure 重构 リファクタリング
    architecture 架构 アーキテクチャ
    design 设计 設計 デザイン
    deprecated obsolete legacy 弃用 废弃 过时 遗留 非推奨 廃止 レガシー
    compatible 兼容 兼容性 互換 互換性
    lint linter formatter 代码检查 格式化 リンター フォーマッター
    ide vscode 开发环境 编辑器 開発環境 エディター
  `),
  // Bugs and tests
  ...classes(`
    bug defect glitch 缺陷 漏洞 程序错误 バグ 不具合 欠陥
    error exception 错误 报错 异常 エラー 例外
    crash 崩溃 闪退 死机 クラッシュ 異常終了
    freeze hang stuck unresponsive 卡死 卡住 没反应 无响应 フリーズ
    debug troubleshoot 调试 排查 排错 デバッグ
    stacktrace traceback backtrace 堆栈 调用栈 スタックトレース
    reproduce repro 复现 重现 再現
    fix bugfix hotfix patch 修复 修补 补丁 热修复 修正 パッチ
    workaround bypass 绕过 变通 临时方案 回避策 迂回
    regression 回归 退化 デグレ リグレッション 回帰
    leak 泄漏 内存泄漏 メモリリーク リーク
    根因 根本原因 真因
    incident outage downtime 事故 故障 宕机 停机 障害 インシデント
    test 测试 测试用例 テスト 試験
    unittest 单元测试 単体テスト ユニットテスト
    集成测试 端到端测试 結合テスト 統合テスト
    verify verification validate 验证 校验 核实 検証 確認 バリデーション
    uat 验收 验收测试 受け入れテスト 検収
    log logger 日志 打日志 ログ
    monitor 监控 监测 監視 モニタリング
    alert alarm warning 告警 警报 警告 アラート 警報
    postmortem retrospective 复盘 回顾 振り返り レトロスペクティブ
    mock stub fake 打桩 モック スタブ
    flaky intermittent 不稳定 偶发 不安定
  `),
  // Delivery and operations
  ...classes(`
    ci pipeline 持续集成 流水线 パイプライン 継続的インテグレーション
    deploy rollout 部署 上线 デプロイ
    release launch 发布 发版 上线 リリース 公開 出荷
    rollback revert undo 回滚 回退 撤销 ロールバック 切り戻し
    production prod 生产环境 线上 本番 本番環境
    staging preprod 预发 预发布 测试环境 ステージング 検証環境
    environment env 环境 環境
    server 服务器 主机 サーバー サーバ ホスト
    backend 后端 服务端 バックエンド サーバーサイド
    cloud 云端 云服务 云计算 クラウド
    container docker 容器 镜像 コンテナ
    cluster kubernetes 集群 クラスタ クラスター
    vm 虚拟机 虚拟化 仮想マシン 仮想化
    scheduler cron 定时任务 调度 スケジューラ 定期実行
    queue backlog 队列 消息队列 キュー 待ち行列
    migrate 迁移 数据迁移 移行 マイグレーション
    backup snapshot 备份 快照 バックアップ スナップショット
    restore recovery 还原 恢复 復元 復旧 リストア
    configure config setting setup 配置 设置 设定 設定 コンフィグ
    default preset 默认 缺省 デフォルト 既定
    retry reattempt 重试 再试 リトライ 再試行
    timeout 超时 タイムアウト 時間切れ
    maintenance maintain upkeep 维护 保养 保守 メンテナンス
    oncall pager 值班 待命 当番 オンコール
    uptime 可用性 可用率 稼働率
    toggle 开关 切换 切り替え 機能フラグ
    frontend 前端 フロントエンド
  `),
  // Version control
  ...classes(`
    git vcs 版本控制 バージョン管理
    version revision 版本 版本号 バージョン 版数
    repository repo 仓库 代码仓库 代码库 リポジトリ レポジトリ
    commit checkin 提交 コミット
    branch 分支 ブランチ
    merge 合并 合入 マージ
    conflict 冲突 コンフリクト 競合
    pr 合并请求 プルリクエスト プルリク
    review 代码审查 评审 コードレビュー レビュー
    diff changeset 差异 变更集 差分
    tag label 标签 打标签 タグ ラベル
    changelog 更新日志 变更记录 変更履歴 リリースノート
  `),
  // Data
  ...classes(`
    data dataset 数据 数据集 データ データセット
    database db 数据库 データベース
    sql query 查询语句 クエリ
    数据表 表结构 テーブル
    column field attribute 字段 属性 カラム 項目 フィールド
    row record entry 记录 数据行 レコード
    schema structure 模式 结构 スキーマ 構造
    index 索引 インデックス
    transaction atomic 事务 トランザクション 原子性
    cache 缓存 キャッシュ
    storage store persist 存储 持久化 ストレージ 保存 永続化
    delete remove erase 删除 移除 清除 削除 消去 除去
    duplicate dedupe deduplicate 重复 去重 重複 重複排除
    filter 过滤 筛选 フィルター 絞り込み
    search lookup 搜索 查找 检索 検索 探す
    chart graph 图表 曲线图 グラフ チャート 図表
    dashboard 仪表盘 看板 ダッシュボード
    analyze analysis analytics 分析 解析 アナリティクス
    insert add append 插入 添加 新增 挿入 追加
  `),
  // Networks
  ...classes(`
    network lan 网络 联网 ネットワーク
    wifi wireless hotspot 无线网 无线 热点 无线网络 無線
    router modem gateway 路由器 网关 ルーター ゲートウェイ モデム
    latency lag delay 延迟 时延 遅延 レイテンシ
    disconnect offline 断网 断开 离线 切断 オフライン
    proxy vpn 代理 プロキシ
    url link hyperlink 网址 链接 リンク
    connect 连接 接続
  `),
  // Security
  ...classes(`
    security 安全 安全性 セキュリティ
    password passcode passphrase 密码 口令 暗号 パスワード 暗証番号
    login signin logon 登录 登入 ログイン サインイン
    logout signout 登出 退出登录 ログアウト サインアウト
    register signup registration 注册 登记 登録 サインアップ 会員登録
    authenticate auth 认证 鉴权 身份验证 認証
    permission authorize privilege 权限 授权 许可 権限 認可
    token credential 令牌 凭证 凭据 トークン 資格情報
    mfa otp 验证码 二次验证 双因素 二要素認証 二段階認証 認証コード
    encrypt cipher 加密 暗号化
    certificate tls ssl 证书 サーバー証明書
    vulnerability exploit 漏洞 安全漏洞 脆弱性
    hack hacker 黑客 入侵 攻击 ハッキング ハッカー 侵入 攻撃
    firewall 防火墙 ファイアウォール
    session 会话 セッション
  `),
  // Performance
  ...classes(`
    performance efficiency 性能 效率 パフォーマンス 効率
    optimize tuning 优化 调优 最適化 チューニング
    slow sluggish laggy 缓慢 变慢 卡顿 遅い
    fast quick rapid speedy 快速 迅速 速い 高速 素早い
    speed velocity 速度 快慢 スピード
    bottleneck 瓶颈 ボトルネック
    limit quota threshold 限制 限额 限流 配额 制限 上限値 レート制限
  `),
  // User interface
  ...classes(`
    ui gui 界面 用户界面 ユーザーインターフェース
    ux usability 用户体验 易用性 使いやすさ ユーザー体験
    user 用户 使用者 ユーザー 利用者
    click tap press 点击 单击 クリック タップ
    dialog popup modal 弹窗 对话框 ダイアログ ポップアップ モーダル
    notification 通知 提醒 プッシュ
    layout arrangement 布局 排版 レイアウト 配置
    adaptive 自适应 响应式 レスポンシブ
    component widget 组件 控件 コンポーネント 部品 ウィジェット
    wireframe prototype mockup 原型 草图 プロトタイプ 試作
    internationalization 本地化 国际化 多语言 国際化 多言語 ローカライズ
    template boilerplate 模板 范本 テンプレート ひな形
  `),
  // Machine learning
  ...classes(`
    llm 大模型 大语言模型 大規模言語モデル
    chatbot bot 聊天机器人 助手 チャットボット
    agent 智能体 代理 エージェント
    prompt instruction 提示词 指令 プロンプト 指示
    train finetune 训练 微调 学習 ファインチューニング 訓練
    feature functionality capability 功能 特性 機能
    accuracy precision 准确率 精度 正解率
    audio voice 语音 音频 音声
    深度学习 深層学習 ディープラーニング
    ai 人工智能 人工知能
    ml 机器学习 機械学習
    embedding vector 向量 嵌入 ベクトル 埋め込み
  `),
  // Project management
  ...classes(`
    project 项目 プロジェクト 案件
    task todo assignment 任务 待办 待办事项 タスク
    issue ticket 工单 议题 チケット 課題管理
    requirement spec specification 需求 规格 需求文档 要件 仕様 仕様書
    milestone 里程碑 マイルストーン
    roadmap 路线图 产品路线图 ロードマップ
    sprint 冲刺 迭代 スプリント イテレーション
    agile scrum 敏捷开发 アジャイル スクラム
    progress status 进度 进展 状态 進捗 状況 ステータス
    product 产品 商品 製品 プロダクト
    owner assignee 负责人 经办人 担当者 責任者
    handover handoff 交接 移交 引き継ぎ 引継ぎ
    技术债 技术债务 技術的負債
    workflow 工作流 ワークフロー
  `),
]
