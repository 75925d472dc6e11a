const en = {
  report: 'Report this transfer',
  reportReasons: {
    malware: 'virus or other malware',
    phishing: 'phishing or fraud',
    copyright: 'copyright infringement',
    illegal: 'illegal content',
    other: 'another reason',
  },
  transferReported: {
    subject: 'A transfer was reported',
    heading: (sender: string) => `A transfer from ${sender} was reported`,
    reason: (reason: string) => `Reason: ${reason}`,
    reporter: (address: string) => `Reported by ${address}, address not verified`,
    decide: 'Nothing happens to the transfer until you decide.',
    button: 'Open the desk',
    command: (command: string) => `On the command line: ${command}`,
    more: 'Further reports of this transfer are counted without another email.',
    stopped: {
      subject: 'A sender’s emails are stopped',
      heading: (sender: string, count: number) =>
        `${count} recipients reported emails from ${sender}: they are stopped`,
      decide: 'The sender can email nobody else until you decide about the reports, whatever the decision.',
    },
  },
  infectedFile: {
    infected: {
      explain: 'The virus scanner of this service found malware in this file. It can’t be downloaded any more.',
      next: 'Your other files are not affected. Scan your device, and send the file again once it is clean. If you think this is a mistake, write to the operator.',
    },
    cleared: {
      subject: (name: string) => `File available again: ${name}`,
      heading: 'This file can be downloaded again',
      explain:
        'The virus scanner had found malware in this file. The operator of this service checked it: the scanner was wrong.',
      next: 'Recipients who were told to delete the file are not told by us. Write to them if they still need it.',
    },
  },
  infectedArrived: {
    subject: (sender: string) => `Malware in a file from ${sender}`,
    heading: (sender: string) => `The virus scanner found malware in a file from ${sender}`,
    explain: 'The file can’t be downloaded any more. If you have downloaded it, don’t open it: delete it.',
    button: 'View the transfer',
  },
  transferBlocked: {
    subject: 'Your transfer was blocked',
    heading: 'The operator of this service blocked a transfer of yours',
    means: {
      'block-transfer': 'Its links no longer work, and its files can’t be forwarded.',
      'block-content':
        'Its links no longer work. The content of its files is blocked: it can’t be downloaded, sent or forwarded.',
      'suspend-account':
        'Its links no longer work, and your account is suspended: it can’t send, and its other links are closed too. You can still sign in and download your files.',
    },
    because: (reasons: string) => `It was reported for: ${reasons}.`,
    answer: (address: string) => `If you think this is a mistake, reply to this email or write to ${address}.`,
  },
}

const zh: typeof en = {
  report: '举报此传输',
  reportReasons: {
    malware: '病毒或其他恶意软件',
    phishing: '钓鱼或诈骗',
    copyright: '侵犯版权',
    illegal: '违法内容',
    other: '其他原因',
  },
  transferReported: {
    subject: '有传输被举报',
    heading: (sender) => `${sender} 的一次传输被举报`,
    reason: (reason) => `原因：${reason}`,
    reporter: (address) => `举报人：${address}，邮箱未验证`,
    decide: '在您作出决定之前，该传输不受影响。',
    button: '打开运营台',
    command: (command) => `命令行：${command}`,
    more: '对该传输的后续举报只计数，不再发邮件。',
    stopped: {
      subject: '一位发件人的邮件已停发',
      heading: (sender, count) => `${count} 位收件人举报了 ${sender} 的邮件，该发件人的邮件已停发`,
      decide: '在您处理这些举报之前，该发件人不能给其他人发邮件；无论如何处理，之后都会恢复。',
    },
  },
  infectedFile: {
    infected: {
      explain: '本服务的病毒扫描程序在此文件中发现恶意软件，该文件已不能下载。',
      next: '其他文件不受影响。请扫描您的设备，确认文件安全后重新发送。如果您认为有误，请联系运营方。',
    },
    cleared: {
      subject: (name) => `文件已恢复：${name}`,
      heading: '此文件可以重新下载',
      explain: '病毒扫描程序曾在此文件中发现恶意软件。本服务的运营方检查后确认是误报。',
      next: '我们不会通知曾收到删除提示的收件人。如果对方仍需要此文件，请自行告知。',
    },
  },
  infectedArrived: {
    subject: (sender) => `${sender} 发来的文件含有恶意软件`,
    heading: (sender) => `病毒扫描程序在 ${sender} 发来的文件中发现恶意软件`,
    explain: '该文件已不能下载。如果您已经下载，请不要打开，并将其删除。',
    button: '查看此传输',
  },
  transferBlocked: {
    subject: '您的一次传输已被屏蔽',
    heading: '本服务的运营方屏蔽了您的一次传输',
    means: {
      'block-transfer': '其链接已失效，文件不能转发。',
      'block-content': '其链接已失效。文件内容已被屏蔽，不能下载、发送或转发。',
      'suspend-account': '其链接已失效，您的账户已被停用：不能发送，其他链接也已关闭。您仍可登录并下载自己的文件。',
    },
    because: (reasons) => `举报原因：${reasons}。`,
    answer: (address) => `如果您认为有误，请回复此邮件，或发邮件至 ${address}。`,
  },
}

/** The mails about reported transfers, and the link that reports one. */
export const abuseWords = { en, zh }
