/** The mails about transfers that are sent while they upload. */
const en = {
  brokeOff: {
    stamp: 'Broken off',
    subject: (percent: number) => `Your upload broke off at ${percent} %`,
    there: (there: number, count: number) =>
      `${there} of ${count} files are there. Your recipients see which, and have been told that the rest did not come.`,
    next: 'What has arrived is kept for 7 days after you began. Continue with the same files: only the rest is sent.',
    button: 'Continue the upload',
  },
  arrivalChanged: {
    broken: {
      subject: (sender: string) => `Some files from ${sender} have not come yet`,
      heading: (there: number, count: number) => `${there} of ${count} files are there; the rest did not come`,
      explain: 'The upload broke off. The sender knows and can continue. You get one more email if the rest comes.',
    },
    whole: {
      subject: (sender: string) => `All files from ${sender} are there now`,
      heading: (_there: number, count: number) => `All ${count} files are there now`,
      explain: 'The upload had broken off, and the sender has continued it.',
    },
    dropped: {
      subject: (sender: string) => `Some files from ${sender} did not come`,
      heading: (there: number, count: number) => `${there} of ${count} files are there; the rest did not come`,
      explain: 'The upload ended before the other files were there. Reply to this email to ask the sender for them.',
    },
    button: 'View the transfer',
  },
  arriving: (there: number, count: number) =>
    `The files are still being uploaded: ${there} of ${count} are there. The page shows the others as they come.`,
}

const zh: typeof en = {
  brokeOff: {
    stamp: '上传中断',
    subject: (percent) => `您的上传在 ${percent}% 处中断`,
    there: (there, count) =>
      `共 ${count} 个文件，已到齐 ${there} 个。收件人可以看到哪些已到齐，也已获知其余文件尚未传完。`,
    next: '已上传的内容自开始起保留 7 天。用相同的文件继续，只会上传剩余部分。',
    button: '继续上传',
  },
  arrivalChanged: {
    broken: {
      subject: (sender) => `${sender} 发来的部分文件尚未传完`,
      heading: (there, count) => `共 ${count} 个文件，已到齐 ${there} 个，其余尚未传完`,
      explain: '上传中断了。发件人已收到通知，可以继续上传。如果其余文件传完，您会再收到一封邮件。',
    },
    whole: {
      subject: (sender) => `${sender} 发来的文件已全部到齐`,
      heading: (_there, count) => `${count} 个文件已全部到齐`,
      explain: '上传曾经中断，发件人已继续传完。',
    },
    dropped: {
      subject: (sender) => `${sender} 发来的部分文件未能传完`,
      heading: (there, count) => `共 ${count} 个文件，已到齐 ${there} 个，其余未能传完`,
      explain: '上传在其余文件传完之前已结束。回复此邮件，即可向发件人索取。',
    },
    button: '查看此传输',
  },
  arriving: (there, count) => `文件仍在上传：共 ${count} 个，已到齐 ${there} 个。其余文件到齐后会显示在页面上。`,
}

export const arrivalWords = { en, zh }
