import type { ArrivalWords } from './en.ts'

const thereOf = (there: number, count: number, amount: string) =>
  count === 1 ? amount : `共 ${count} 个文件，已传完 ${there} 个，${amount}`

export const arrival: ArrivalWords = {
  stamp: {
    arriving: (percent) => `上传中 ${percent}%`,
    broken: () => '上传中断',
  },
  name: '上传',
  arriving: (there, count, amount) =>
    `正在上传：${thereOf(there, count, amount)}。收件人可以下载已传完的文件，也能看到其余文件的进度。`,
  broken: (there, count, amount) =>
    `上传已中断：${thereOf(there, count, amount)}。收件人会看到其余内容未传完。点击继续，即可从中断处上传。`,
  amount: (arrived, total) => `已上传 ${arrived}，共 ${total}`,
  resume: '继续上传',
  show: '查看上传',
  file: {
    arriving: (percent) => `正在上传，${percent}%`,
    missing: (percent) => `未传完，已上传 ${percent}%`,
  },
  deleteText: '上传也会随之结束：未传完的内容不会再发送。',
}
