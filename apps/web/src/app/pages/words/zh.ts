import type { HomeWords } from './en.ts'

export const home: HomeWords = {
  headline: ['发出去，', '也知道它到了。'],
  lead: '用邮件发送大文件，网络不稳也能接着传。谁打开了、下载了什么，何时何地，一目了然。',
  specimen: '示例',
  specimenLabel: '传输跟踪示例',
  origin: '香港',
  originNote: '09:12',
  firstPlace: '深圳',
  firstWho: '陈伟',
  firstNote: '4 / 4 · 10:31',
  secondPlace: '班加罗尔',
  secondWho: 'Asha Rao',
  secondNote: '已下载 62%',
  delivered: '已送达',
  checked: '陈伟已收到全部 4 个文件，逐字节核对',
  truths: [
    {
      title: '断线自动续传',
      text: '合上电脑、换个网络、明天再来都可以。7 天内只补传缺少的部分。',
    },
    {
      title: '如实记录',
      text: '邮件扫描和链接预览单独记录。字节真正送达，才算一次下载。',
    },
    {
      title: '送达即邮件通知',
      text: '每位收件人下载全部文件后，您都会收到一封邮件，列出文件、双方当地时间和地点。',
    },
  ],
}
