import { expect, test } from 'vitest'
import '../../app/packs/bring-all.ts'
import { explanationOf, type Known, statementOf } from './evidence-words.ts'
import { evidenceWords } from './words/evidence-words.ts'

const end = { bytes: 3_000_000, isEnd: true }
const some = { bytes: 50_000, isEnd: false }

const finished = (evidence: Known['evidence'], doubt: Known['doubt'] = null): Known => ({
  state: 'finished',
  evidence,
  doubt,
})
const arrived = (doubt: Known['doubt']): Known => ({ state: 'arrived', evidence: null, doubt })

test.each<[Known, string, string]>([
  [finished('received'), 'Delivered – received by their device', '已送达：对方设备已收到'],
  [finished('handed-over'), 'Handed to your proxy', '已交给您的代理服务器'],
  [finished('sent-by-proxy'), 'Sent by your proxy', '您的代理服务器已发出'],
  [finished(null), 'Delivered', '已送达'],
  [finished('received', end), 'Delivered, the last 3 MB in doubt', '已送达，最后 3 MB 存疑'],
  [finished('handed-over', some), 'Handed to your proxy, 50 kB in doubt', '已交给您的代理服务器，50 kB 存疑'],
  [arrived(end), 'Almost: the last 3 MB are in doubt', '即将完成：最后 3 MB 存疑'],
  [arrived(some), 'Almost: 50 kB are in doubt', '即将完成：50 kB 存疑'],
  [arrived(null), 'Almost: all of it has arrived', '即将完成：内容已全部到达'],
])('%j', (known, english, chinese) => {
  expect(statementOf(known, 'en')).toBe(english)
  expect(statementOf(known, 'zh')).toBe(chinese)
})

test.each(['en', 'zh'] as const)('an explanation claims no more than the evidence shows (%s)', (language) => {
  const words = evidenceWords[language]
  const { explained, stronger, doubtExplained, almostExplained, arrivedExplained, nobodyKnows } = words
  const cases: Array<[Known, string[]]> = [
    [finished('received'), [explained.received, nobodyKnows]],
    [finished('handed-over'), [explained['handed-over'], stronger, nobodyKnows]],
    [finished('sent-by-proxy'), [explained['sent-by-proxy'], stronger, nobodyKnows]],
    [finished('received', end), [doubtExplained, nobodyKnows]],
    [finished('handed-over', end), [explained['handed-over'], doubtExplained, stronger, nobodyKnows]],
    [finished(null), [nobodyKnows]],
    [arrived(end), [almostExplained, nobodyKnows]],
    [arrived(null), [arrivedExplained, nobodyKnows]],
  ]
  for (const [known, expected] of cases) expect(explanationOf(known, language)).toEqual(expected)
})
