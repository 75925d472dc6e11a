/** The page that stops emails. */
const en = {
  title: {
    transfer: 'Stop emails about this transfer?',
    digest: 'Stop the daily summary?',
    requester: 'Stop emails about this person’s requests?',
    reminders: 'Stop reminders?',
  },
  explain: {
    transfer: 'We’ll no longer email you when someone opens or downloads it. The transfer itself stays as it is.',
    digest: 'We’ll no longer email you each morning about your transfers.',
    requester: 'We’ll no longer tell you what this person requests. The transfer itself stays as it is.',
    reminders:
      'We’ll no longer remind you about files from any sender. New files still arrive, and your links stay as they are.',
  },
  button: 'Stop these emails',
  done: 'You won’t get these emails any more',
}

const zh: typeof en = {
  title: {
    transfer: '不再接收此传输的邮件',
    digest: '不再接收每日邮件',
    requester: '不再接收此人的请求',
    reminders: '不再接收提醒',
  },
  explain: {
    transfer: '我们不再发邮件告诉您谁打开或下载了这次传输。传输本身不受影响。',
    digest: '我们不再每天早上发邮件告诉您传输的动态。',
    requester: '我们不再告诉您此人对这次传输提出的请求。传输本身不受影响。',
    reminders: '无论谁给您发送文件，我们都不再提醒。新文件仍会通过邮件通知，链接不受影响。',
  },
  button: '不再接收此类邮件',
  done: '您不会再收到此类邮件',
}

export const muteWords = { en, zh }
