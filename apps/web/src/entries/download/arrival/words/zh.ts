import type { ArrivalWords } from './en.ts'

export const arrival: ArrivalWords = {
  name: '上传进度',
  arriving: (there, count) =>
    count === 1 ? '文件正在上传。' : `${count} 个文件中已有 ${there} 个传完，其余正在上传。`,
  broken: (there, count) =>
    count === 1
      ? '文件还没有传完，上传就中断了。'
      : `上传中断了。${count} 个文件中已有 ${there} 个传完，其余没有传到。`,
  whole: (count) => (count === 1 ? '文件已传完。' : `${count} 个文件已全部传完。`),
  amount: (percent, arrived, total) => `${percent}% · ${arrived} / ${total}`,
  startsNow: '正在上传的文件也可以现在开始下载，其余内容传来后自动继续。',
  brokenText: '发件人已收到通知，可以继续上传。届时此页会自动更新。',
  mailed: '全部传完后，我们也会发邮件告诉您。',
  reload: '请刷新此页，查看最新进度。',
  there: '已传完',
  onItsWay: (percent) => `正在上传，${percent}%`,
  onItsWayHeld: (percent) => `正在上传，${percent}%。全部传完后即可下载。`,
  thereHeld: '已传完，全部文件传完后即可下载。',
  missing: (percent) => `没有传完：已有 ${percent}%`,
  zipWaits: '最后一个文件传完后即可打包下载。',
  zipBroken: '其余文件传完后即可打包下载。',
  oneWaits: '全部传完后即可下载。',
  oneBroken: '发件人继续上传之前，没有可下载的内容。',
}
