import type { ArrivalWords } from './en.ts'

export const arrival: ArrivalWords = {
  name: '上传进度',
  arriving: (there, count) => {
    if (count === 1) return '文件正在上传。'
    if (there === 0) return `${count} 个文件正在上传。`
    return `共 ${count} 个文件，已传完 ${there} 个，其余正在上传。`
  },
  broken: (there, count) => {
    if (count === 1) return '上传已中断，文件未传完。'
    if (there === 0) return '上传已中断，文件均未传完。'
    return `上传已中断。共 ${count} 个文件，已传完 ${there} 个，其余未传完。`
  },
  whole: (count) => (count === 1 ? '文件已传完。' : `${count} 个文件已全部传完。`),
  amount: (percent, arrived, total) => `${percent}% · ${arrived} / ${total}`,
  startsNow: '正在上传的文件也可以先开始下载，其余内容上传后会自动继续。',
  brokenText: '发件人已收到通知，可以继续上传。继续后此页会自动更新。',
  mailed: '全部传完后，我们也会发邮件告诉您。',
  reload: '请刷新此页，查看最新进度。',
  there: '已传完',
  onItsWay: (percent) => `正在上传，${percent}%`,
  onItsWayHeld: (percent) => `正在上传，${percent}%。全部传完后即可下载。`,
  thereHeld: '已传完，全部文件传完后即可下载。',
  missing: (percent) => `未传完，已上传 ${percent}%`,
  zipWaits: '最后一个文件传完后即可打包下载。',
  zipBroken: '其余文件传完后即可打包下载。',
  oneWaits: '全部传完后即可下载。',
  oneBroken: '发件人继续上传之前，暂时无法下载。',
}
