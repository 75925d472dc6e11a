import type { requestWords as english } from './request-words-en.ts'

const files = (count: number) => `${count} 个文件`
/** What a submission holds: files, answers, or both. */
const sent = (count: number, answered: number) =>
  [count > 0 || answered === 0 ? files(count) : '', answered > 0 ? `${answered} 项回答` : '']
    .filter(Boolean)
    .join('和 ')

export const requestWords: typeof english = {
  filesAsked: {
    subject: (who, title) => `${who} 请您发送文件：${title}`,
    heading: (who) => `${who} 请您发送文件`,
    signed: (name, company) => `署名：${[name, company].filter(Boolean).join(' · ')}`,
    required: '必交',
    optional: '选交',
    due: (moment) => `请在 ${moment}之前发送。`,
    button: '发送文件',
    explain: '无需注册。此链接仅供您本人使用。7 天内可随时中断并继续，换设备也可以。',
    sealed: (who) => `此请求只接收端到端加密的文件：文件在离开您的设备之前由浏览器加密，只有 ${who} 能打开。`,
    explainSealed: '无需注册。此链接仅供您本人使用。7 天内可随时中断，并在开始上传的设备上继续。',
    unknownSender: '请只向您认识的人发送文件。回复此邮件即可联系对方。',
    again: {
      stamp: { soon: '缺少文件', late: '已逾期' },
      subject: (title) => `缺少文件：${title}`,
      heading: (who) => `${who} 仍在等待您的文件`,
      wasDue: (moment) => `截止时间为 ${moment}，您现在仍可发送。`,
    },
    sentBack: {
      stamp: '已退回',
      subject: (item, title) => `请重新发送：${item}（${title}）`,
      heading: (who, item) => `${who} 请您重新发送“${item}”`,
      button: '重新发送',
    },
  },

  submissionReceipt: {
    stamp: '已收到',
    subject: (count, title, answered = 0) => `已收到 ${sent(count, answered)}：${title}`,
    heading: (count, who, answered = 0) => `${who} 已收到您的 ${sent(count, answered)}`,
    arrived: (moment) => `收到时间：${moment}`,
    unsummed: 'SHA-256 尚在计算，稍后可在页面上查看。',
    keepAnswers: '请保留此邮件。您的回答可在页面上查看。',
    keep: '请保留此邮件：日后可以用这些校验值证明您发送的文件。',
    sealedSum: '加密文件（存储内容）的 SHA-256',
    claimedSum: '您的原文件的 SHA-256（由您的浏览器声明）',
    button: '查看我的页面',
  },

  submissionArrived: {
    stamp: { complete: '已交齐', late: '逾期', part: '已收到' },
    someone: '持有链接的人',
    subject: (who, count, title, answered = 0) => `${who} 提交了 ${sent(count, answered)}：${title}`,
    heading: (who, count, answered = 0) => `${who} 提交了 ${sent(count, answered)}`,
    complete: '必交的内容都已收到。',
    missing: (names) => `还缺：${names}`,
    sealed: '这些文件已端到端加密。请在请求页面上用密码短语打开。',
    button: '查看文件',
    buttonAnswers: '查看回答',
  },

  inboxFull: {
    subject: (title) => `您的存储空间已满：${title} 无法再接收文件`,
    heading: '供应商无法发送：您的存储空间已满',
    explain: (title, limit) =>
      `您的 ${limit} 存储空间已满，无法接收“${title}”的文件。我们已告知对方。释放空间后，对方可以重新发送。`,
    button: '释放空间',
  },
}
