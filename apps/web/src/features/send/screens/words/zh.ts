import type { ArrivingWords } from './en.ts'

export const arriving: ArrivingWords = {
  name: '已发送，仍在上传',
  title: (there, count) => {
    if (count < 2) return count === 0 ? '已发送。' : '已发送，文件正在上传。'
    return `已发送，${count} 个文件中已有 ${there} 个传完。`
  },
  byMail: '收件人已收到邮件，可以查看并下载已传完的内容。',
  byVisitor: '收件人已收到邮件，可以查看进度，全部传完后即可下载。',
  byLink: '持有此链接的人都可以查看并下载已传完的内容：',
  stayHere:
    '请保持此页打开。即使关闭，7 天内也可以在这里、在传输详情页或重新选择相同的文件继续。如果长时间没有新内容传来，我们会告知您和收件人。',
  cancelTitle: '停止上传？',
  cancelText: '传输已经发出，收件人能看到其余的没有传到。7 天内可以继续。',
  doneByMail: (size, count) => `${count}，共 ${size}。已全部传完，收件人：`,
  doneByLink: (size, count) => `${count}，共 ${size}。已全部传完，持有此链接的人都可以下载：`,
  already: (slug) => ({ title: '这些文件已经发送', text: `将继续上传，收件人仍是传输 ${slug} 的收件人。` }),
  brokenName: '已发送，上传已停止',
  brokenTitle: '传输已发送，但文件还没有传完',
  brokenText: (kept, total) => `已上传 ${kept}，共 ${total}。收件人能看到其余的没有传到。继续上传将从中断处开始。`,
  resume: '继续上传',
  end: '结束上传',
  endTitle: '结束这次上传？',
  endText: '没有传完的文件会从传输中永久移除。收件人保留已传完的文件；如果一个都没有，传输会被删除。',
  keep: '保留',
}
