import type { HomeWords } from './en.ts'

export const home: HomeWords = {
  headline: ['发出去，', '也知道它到了。'],
  lead: '大文件用邮件发送，线路好坏都能送到。谁打开了、取走了什么、何时、何地，一目了然。',
  specimen: '示例',
  specimenLabel: '传输跟踪的示例',
  origin: '香港',
  originNote: '09:12',
  firstPlace: '深圳',
  firstWho: '陈伟',
  firstNote: '4 / 4 · 10:31',
  secondPlace: '班加罗尔',
  secondWho: 'Asha Rao',
  secondNote: '已取 62 %',
  delivered: '已送达',
  checked: '陈伟已收到全部 4 个文件，逐字节核对',
  truths: [
    {
      title: '断了会自己接上',
      text: '合上电脑、换个网络、明天再来都可以。七天之内，只补传还缺的部分。',
    },
    {
      title: '只说真话',
      text: '邮件扫描器和链接预览单独记录。字节真正送到，才算一次下载。',
    },
    {
      title: '送到就写信告诉您',
      text: '每位收件人取完全部文件，您都会收到一封邮件：文件、双方当地时间和地点。',
    },
  ],
}
