import type { ArrivingWords } from './en.ts'

export const arriving: ArrivingWords = {
  name: '已发送，仍在上传',
  title: (there, count) => {
    if (count < 2) return count === 0 ? '已发送。' : '已发送，文件正在上传。'
    if (there === 0) return `已发送，${count} 个文件正在上传。`
    return `已发送，共 ${count} 个文件，已传完 ${there} 个。`
  },
  byMail: '收件人已收到邮件，可以查看并下载已传完的内容。',
  byVisitor: '收件人已收到邮件，可以查看进度，全部传完后即可下载。',
  byLink: '持有此链接的人都可以查看进度，并下载可以下载的内容：',
  stayHere:
    '请保持此页打开。如果关闭了，自开始起 7 天内回到这里或重新选择相同的文件即可继续。如果长时间没有新内容上传，我们会发邮件告知您和收件人。',
  cancelTitle: '停止上传？',
  cancelText: '传输已经发出，收件人会看到其余内容未传完。自开始起 7 天内可以继续。',
  doneByMail: (size, count) => `${count}，共 ${size}。已全部传完，收件人：`,
  doneByLink: (size, count) => `${count}，共 ${size}。已全部传完，持有此链接的人都可以下载：`,
  already: (slug) => ({
    title: '这些文件已经发送',
    text: `将作为传输 ${slug} 继续上传，收件人不变。刚才填写的内容不会使用。`,
  }),
  brokenName: '已发送，上传已停止',
  brokenTitle: '传输已发送，但文件还没有传完',
  brokenText: (kept, total) => `已上传 ${kept}，共 ${total}。收件人会看到其余内容未传完。点击继续，即可从中断处上传。`,
  resume: '继续上传',
  end: '结束上传',
  endTitle: '结束这次上传？',
  endText: '未传完的文件会从传输中永久移除，已传完的文件会保留；如果一个都没有，传输会一并删除。',
  keep: '保留',
}
