import type { ClockWords } from './en.ts'

export const clock: ClockWords = {
  times: (zone, offset) => `时间按您账户的时区 ${zone}（${offset}）显示。`,
}
