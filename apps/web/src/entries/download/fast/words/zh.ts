import type { fast as en } from './en.ts'

export const fast: typeof en = {
  start: '快速下载',
  asking: '正在准备下载…',
  running: '正在通过多个连接下载',
  kept: '此浏览器中已有这次下载的一部分。',
  paused: '已暂停。已下载的部分保留在此浏览器中，7 天内可以继续下载。取消会将其删除。',
  saving: '已全部下载并校验，正在保存文件…',
  cancelled: '已取消，已下载的部分已删除。',
  saved: (name, size) => `${name}（${size}）已保存并通过校验。`,
  handed: (name, size) => `${name}（${size}）已下载并通过校验，浏览器正在将其保存到下载目录。`,
  hasCopy: '此浏览器中还会保留一份副本，一小时后或您之后再次访问时删除。文件保存好后，请删除副本。',
  saveAgain: '再次保存',
  dropCopy: '删除副本',
  progress: '进度',
  doneOf: (done, all) => `${done} / ${all}`,
  timeLeft: (left) => {
    if (left === 'calculating') return '正在等待数据'
    if (left === 'under-30s') return '剩余不到 30 秒'
    if (left === 'under-1m') return '剩余不到 1 分钟'
    if ('minutes' in left) return `剩余 ${left.minutes} 分钟`
    return `剩余 ${left.hours} 小时`
  },
  pause: '暂停',
  goOn: '继续',
  again: '重试',
  cancel: '取消',
  isKept: '已下载的部分会保留。',
  because: {
    line: '连接已中断。',
    'disk-full': '浏览器可用的空间不足。请释放空间后继续，或使用普通下载。',
    disk: '浏览器无法存储此文件，请使用普通下载。',
    altered: '下载的内容与发送的不一致，重新下载后仍然如此，已将其删除。请换一个网络再试。',
    changed: '发件人更改了文件，已下载的部分已删除。请重新下载。',
    elsewhere: '此下载正在另一个标签页中进行。',
  },
}
