const en = {
  hostWrong: {
    failing: 'The DNS records of your domain are wrong',
    off: 'Your domain is turned off',
    means: 'Links that were sent with it may not open. New links use our domain until its records are right again.',
    until: (moment: string) => `If the records stay wrong, we turn the domain off on ${moment}.`,
    offMeans: 'Its DNS records were wrong for three days, so links use our domain.',
    back: (days: number) =>
      `It works again as soon as its records are right. Nobody else can use it here for ${days} days.`,
    button: 'See what is wrong',
  },
}

const zh: typeof en = {
  hostWrong: {
    failing: '您的域名的 DNS 记录不正确',
    off: '您的域名已停用',
    means: '以前用它发出的链接可能无法打开。记录恢复正确之前，新链接使用我们的域名。',
    until: (moment) => `如果记录一直不正确，我们将于 ${moment} 停用此域名。`,
    offMeans: '其 DNS 记录连续三天不正确，链接现在使用我们的域名。',
    back: (days) => `记录恢复正确后，域名会立即重新启用。${days} 天内其他人无法在此使用它。`,
    button: '查看问题',
  },
}

/** The mails about a workspace's own host. */
export const domainWords = { en, zh }
