import { commentWords } from './comment-words.ts'

const en = {
  conversationMessage: {
    subject: (who: string) => `Message from ${who}`,
    feedback: (who: string) => `Feedback from ${who}`,
    visitor: 'a visitor',
    rating: (rating: string) => `Rating: ${rating}`,
    writtenOn: (route: string) => `Page: ${route}`,
    plan: (role: string) => `Plan: ${role}`,
    leftFiles: 'This email had attachments. They were not accepted.',
    noAddress: 'This visitor left no address and sees your answer only on the page.',
    unproven: 'A visitor typed this address. Nobody has proven that it is theirs.',
    reply: 'Reply to this email to answer.',
    button: 'Open the desk',
    command: (command: string) => `On the command line: ${command}`,
  },
  conversationAnswered: {
    subject: 'We answered your message',
    reply: 'You can reply to this email.',
    noReply: 'To reply, open the conversation.',
    why: 'Somebody wrote to us and gave this address. If it was not you, ignore this email.',
    button: 'Open the conversation',
  },
  conversationFilesRefused: {
    subject: 'We could not accept your attachments',
    kept: 'Your message arrived. Its attachments did not, because we accept no files by email.',
    lost: 'Your email had attachments and no text. We accept no files by email.',
    instead: 'Send the files as a transfer, and write its link into the conversation.',
    button: 'Open the conversation',
  },
}

const zh: typeof en = {
  conversationMessage: {
    subject: (who) => `来自 ${who} 的消息`,
    feedback: (who) => `来自 ${who} 的反馈`,
    visitor: '一位访客',
    rating: (rating) => `评价：${rating}`,
    writtenOn: (route) => `页面：${route}`,
    plan: (role) => `方案：${role}`,
    leftFiles: '这封邮件带有附件，附件未被接收。',
    noAddress: '这位访客没有留下邮箱，只能在网页上看到您的回复。',
    unproven: '此邮箱由访客填写，未经验证。',
    reply: '直接回复此邮件即可答复。',
    button: '打开运营台',
    command: (command) => `命令行：${command}`,
  },
  conversationAnswered: {
    subject: '我们回复了您的消息',
    reply: '您可以直接回复此邮件。',
    noReply: '如需回复，请打开对话。',
    why: '有人给我们留言并填写了此邮箱。如果不是您，请忽略此邮件。',
    button: '打开对话',
  },
  conversationFilesRefused: {
    subject: '我们无法接收您的附件',
    kept: '您的消息已收到，但附件没有收到，因为我们不通过邮件接收文件。',
    lost: '您的邮件只有附件，没有文字。我们不通过邮件接收文件。',
    instead: '请用传输发送文件，再把链接写进对话。',
    button: '打开对话',
  },
}

/** The mails between customers and the operator. */
/** Mails about what people write to each other, on requests too. */
export const conversationWords = { en: { ...en, ...commentWords.en }, zh: { ...zh, ...commentWords.zh } }
