/** Which events say the same. */
import { describe, expect, it } from 'vitest'
import { groupSame, type Said } from '../../../src/engine/recall/recall-same.ts'

const said = (summary: string, type: Said['type'] = 'decision'): Said => ({ type, title: 'Any', summary })

describe('events that say the same', () => {
  it.each([
    ['The gateway runs on port 8443.', 'the gateway  runs on port 8443!'],
    ['As said, the gateway runs on port 8443 now.', 'The gateway runs on port 8443'],
    ['飞艇降落在不来梅。', '飞艇也降落在不来梅了！'],
    ['飛行船はブレーメンに着陸する。', '飛行船はブレーメンに着陸する'],
    ['비행선은 브레멘에 착륙한다.', '비행선은 브레멘에 착륙한다!'],
    ['ﾃﾞｰﾀを ＡＰＩ へ', 'データを API へ'],
  ])('%j and %j are one fact', (one, other) => {
    expect(groupSame([said(one), said(other)])).toEqual([[0, 1]])
  })

  it.each([
    ['The gateway runs on port 8443.', 'The gateway runs on port 8080.'],
    ['We deploy on Fridays.', "We don't deploy on Fridays."],
    ['Turn the heater on before lunch.', 'Turn the heater off after lunch.'],
    ['Anna pays Bert.', 'Bert pays Anna.'],
    ['The zeppelin was painted grey.', 'The zeppelin was painted blue.'],
    ['The hall has 15 °C.', 'The hall has -15 °C.'],
    ['Build 7 ✅', 'Build 7 ❌'],
    ['飞艇降落在不来梅。', '飞艇不降落在不来梅。'],
    ['サーバーはブレーメンにある。', 'サーバーはベルリンにある。'],
    ['비행선은 브레멘에 착륙한다.', '비행선은 울름에 착륙한다.'],
    ['!?', '??'],
  ])('%j and %j are two', (one, other) => {
    expect(groupSame([said(one), said(other)])).toEqual([[0], [1]])
  })

  it('are of one type: a plan is not its outcome', () => {
    expect(groupSame([said('Paint the hall.', 'plan'), said('Paint the hall.', 'outcome')])).toEqual([
      [0],
      [1],
    ])
  })

  it('are told by their titles when they have no other words', () => {
    const titled = (title: string): Said => ({ type: 'plan', title, summary: '' })
    expect(groupSame([titled('Paint the hall'), titled('Sweep it'), titled('paint the hall!')])).toEqual([
      [0, 2],
      [1],
    ])
  })

  it('keep their order', () => {
    const events = ['one', 'two', 'One!', 'three', 'the Two'].map(text => said(text))
    expect(groupSame(events)).toEqual([[0, 2], [1, 4], [3]])
  })
})
