const comments = (count: number) => (count === 1 ? '1 new comment' : `${count} new comments`)

/** The mail about comments on the items of a request. */
const en = {
  commentsWritten: {
    subject: (count: number, title: string) => `${count === 1 ? 'New comment' : `${count} new comments`}: ${title}`,
    heading: (count: number) => `You have ${comments(count)}`,
    headingBy: (who: string, count: number) => `${comments(count)} on the request of ${who}`,
    by: (author: string, item: string) => `${author}, about “${item}”`,
    someone: 'Someone with your link',
    member: 'A member of the requester’s team',
    claimed: 'This name is not verified.',
    button: 'Read and reply',
    why: 'The button opens the request at this item. Reply there while it is open: replies to this email are not read.',
    whySupplier:
      'The button opens your page at this item. Reply there while the request is open. The link is only for you.',
  },
}

const zh: typeof en = {
  commentsWritten: {
    subject: (count, title) => `${count} 条新评论：${title}`,
    heading: (count) => `您有 ${count} 条新评论`,
    headingBy: (who, count) => `${who} 的请求有 ${count} 条新评论`,
    by: (author, item) => `${author}，关于“${item}”`,
    someone: '持有链接的人',
    member: '请求方成员',
    claimed: '此名称未经验证。',
    button: '查看并回复',
    why: '点击按钮即可打开请求中的这一项。请求开放期间可以在那里回复，请勿直接回复此邮件。',
    whySupplier: '点击按钮即可打开您页面上的这一项。请求开放期间可以在那里回复。此链接仅供您本人使用。',
  },
}

export const commentWords = { en, zh }
