import type { ArrivalWords } from './en.ts'

const thereOf = (there: number, count: number, amount: string) =>
  count === 1 ? amount : `${count} 个文件中已有 ${there} 个传完，${amount}`

export const arrival: ArrivalWords = {
  stamp: {
    arriving: (percent) => `上传中 ${percent}%`,
    broken: () => '上传中断',
  },
  name: '上传',
  arriving: (there, count, amount) =>
    `正在上传：${thereOf(there, count, amount)}。收件人可以下载已传完的内容，也能看到其余内容的进度。`,
  broken: (there, count, amount) =>
    `上传中断了：${thereOf(there, count, amount)}。收件人能看到其余的没有传到。继续上传将从中断处开始。`,
  amount: (arrived, total) => `已上传 ${arrived}，共 ${total}`,
  resume: '继续上传',
  show: '查看上传',
  file: {
    arriving: (percent) => `正在上传，${percent}%`,
    missing: (percent) => `没有传完，已有 ${percent}%`,
  },
  deleteText: '上传也会随之结束：没有传完的内容不会再发送。',
}
