/** At the end, or for now: not all files are there. */
const missing = (there: number, count: number): string => {
  if (count === 1) return 'The file did not arrive'
  if (there === 0) return `None of the ${count} files arrived`
  return `${there} of ${count} files ${there === 1 ? 'is' : 'are'} there; the rest did not arrive`
}

/** The mails about transfers that are sent while they upload. */
const en = {
  brokeOff: {
    stamp: 'Broken off',
    subject: (percent: number) => `Your upload broke off at ${percent}%`,
    there: (there: number, count: number) =>
      `${missing(there, count)}. Recipients see this on their page, and those who got an email have been told.`,
    next: 'You can continue until 7 days after you began. Choose the same files again: only the rest is uploaded. What is missing then leaves the transfer for good.',
    button: 'Continue the upload',
  },
  arrivalChanged: {
    broken: {
      subject: (sender: string) => `Not all files from ${sender} have arrived`,
      heading: missing,
      explain: () =>
        'The upload broke off. The sender knows and can continue. We’ll email you once more if the rest arrives.',
    },
    whole: {
      subject: (sender: string) => `The upload from ${sender} is complete`,
      heading: (there: number, count: number) => {
        if (there < count) return `${there} of ${count} files ${there === 1 ? 'is' : 'are'} there now`
        return count === 1 ? 'The file is there now' : `All ${count} files are there now`
      },
      explain: () => 'The upload had broken off, and the sender has continued it.',
    },
    dropped: {
      subject: (sender: string, there: number): string =>
        there === 0 ? `The files from ${sender} did not arrive` : `Some files from ${sender} did not arrive`,
      heading: missing,
      explain: (there: number): string =>
        there === 0
          ? 'The upload has ended, and there is nothing to download. Reply to this email to ask the sender to send it again.'
          : 'The upload has ended, and the missing files will not come. Reply to this email to ask the sender for the rest.',
    },
    button: 'View the transfer',
  },
  arriving: (there: number, count: number) => {
    if (count === 1) return 'The file is still being uploaded. The page shows when you can download it.'
    if (there === 0) return 'The files are still being uploaded. The page shows when you can download each of them.'
    return `The files are still being uploaded: ${there} of ${count} ${there === 1 ? 'is' : 'are'} there. The page shows when you can download the others.`
  },
}

const missingInChinese = (there: number, count: number): string => {
  if (count === 1) return '文件未传完'
  if (there === 0) return `${count} 个文件均未传完`
  return `共 ${count} 个文件，已传完 ${there} 个，其余未传完`
}

const zh: typeof en = {
  brokeOff: {
    stamp: '上传中断',
    subject: (percent) => `您的上传在 ${percent}% 处中断`,
    there: (there, count) =>
      `${missingInChinese(there, count)}。收件人会在页面上看到，我们也已告知收到过邮件的收件人。`,
    next: '自开始上传起 7 天内可以继续。重新选择相同的文件，只会上传剩余部分。逾期未传完的文件会从传输中永久移除。',
    button: '继续上传',
  },
  arrivalChanged: {
    broken: {
      subject: (sender) => `${sender} 发来的文件尚未全部传完`,
      heading: missingInChinese,
      explain: () => '上传已中断。发件人已收到通知，可以继续上传。其余文件传完后，我们会再发一封邮件告知您。',
    },
    whole: {
      subject: (sender) => `${sender} 的上传已完成`,
      heading: (there, count) => {
        if (there < count) return `共 ${count} 个文件，已传完 ${there} 个`
        return count === 1 ? '文件已传完' : `${count} 个文件已全部传完`
      },
      explain: () => '上传曾经中断，发件人已继续传完。',
    },
    dropped: {
      subject: (sender, there) => `${sender} 发来的${there === 0 ? '' : '部分'}文件未能传完`,
      heading: missingInChinese,
      explain: (there) =>
        there === 0
          ? '上传已结束，没有可以下载的文件。回复此邮件，即可请发件人重新发送。'
          : '上传已结束，其余文件不会再传来。回复此邮件，即可向发件人索取。',
    },
    button: '查看此传输',
  },
  arriving: (there, count) =>
    count === 1 || there === 0
      ? '文件仍在上传。可以下载时，页面上会显示。'
      : `文件仍在上传：共 ${count} 个，已传完 ${there} 个。其余文件可以下载时，页面上会显示。`,
}

export const arrivalWords = { en, zh }
