import type { ClockWords, SendLaterWords } from './en.ts'

export const clock: ClockWords = {
  times: (zone, offset) => `时间按您账户的时区 ${zone}（${offset}）显示。`,
  browserTimes: (zone, offset) => `时间按此浏览器的时区 ${zone}（${offset}）显示。`,
}

export const sendLater: SendLaterWords = {
  time: '日期和时间',
  zone: (zone) => `时区：${zone}`,
  range: (minutes) => `请选择 ${minutes} 分钟之后、一年之内的时间。`,
}
