import type { DownloadWords } from '../en/download.ts'
import { files } from './files.ts'

const { fileCount } = files

export const download: DownloadWords = {
  headline: (who, count) => `${who} 给您发送了 ${fileCount(count)}`,
  verified: '地址已验证',
  unverified: '地址未验证',
  transfer: '传输',
  forRecipient: '发给',
  forAnyone: '通过链接发送',
  slipName: (slug) => `传输编号 ${slug}`,
  message: '留言',
  contents: '文件',
  sent: (day) => `${day}发送`,
  total: (count, size) => `${fileCount(count)}，${size}`,

  takeAll: '全部下载',
  takeOne: '下载',
  takeFile: (name) => `下载 ${name}`,
  zip: (size) => `${size} zip`,
  asking: '正在准备下载……',
  askingAgain: '还没有回应，正在重试……',
  handed: (name, size) => `您的浏览器正在下载 ${name}，${size}。`,
  interrupted: '中断了？在浏览器的下载列表里点“继续”，就从停下的地方接着下载。',
  failed: '下载没有开始。',
  senderSees: '发件人可以看到您何时下载',

  expires: (day) => `${day}到期`,
  expiresAt: (day, time) => `${day} ${time} 到期（您的时间）`,
  expiresAtUtc: (day, time) => `${day} ${time} 到期（UTC）`,
  neverExpires: '永不过期',

  withdrawn: '已撤下：文件在途中损坏。请让发件人重新发送。',
  allWithdrawn: '这里已经没有可以下载的文件。请让发件人重新发送。',
  mixedScripts: '这个名字混用了几种文字里相似的字母。',

  checksums: '核对收到的文件（SHA-256）',
  checksumPending: '正在计算',
  checksumsPending: (count) => `${fileCount(count)}正在计算`,
  copyChecksum: (name) => `复制 ${name} 的 SHA-256`,
  copyChecksums: '全部复制（sha256sum 格式）',
  copyLink: '复制此链接',
  copy: '复制',
  copied: '已复制',

  inAppTitle: '请在浏览器中打开此页',
  inAppText: '微信里不能保存文件。请点右上角 ⋯，选择“在浏览器打开”，或复制链接到浏览器中打开。',

  expiredStamp: '已过期',
  expiredTitle: (who) => `${who} 发给您的文件已过期`,
  expiredOn: (day, time) => `已于 ${day} ${time} 过期（您的时间）。`,
  expiredOnUtc: (day, time) => `已于 ${day} ${time} 过期（UTC）。`,
  expiredNext: '还需要这些文件？请让发件人重新发送：',
  pausedTitle: '发件人已暂停此链接',
  pausedText: '文件仍然保留。请稍后再试，或联系发件人。',
  lockedTitle: {
    password: '这次传输已加锁',
    email: '这次传输只发给特定的人',
    code: '请输入邮件里的验证码',
  },
  lockedText: {
    password: '发件人知道密码，请向对方索取。',
    email: '请输入您的邮箱地址。如果这次传输是发给您的，验证码会立即寄到该邮箱。',
    code: '如果这次传输是发给该邮箱的，邮件里有一个 5 位验证码，10 分钟内有效，只能在此浏览器中使用。也请查看垃圾邮件。',
  },
  lockedField: { password: '密码', email: '您的邮箱地址', code: '验证码' },
  lockedPress: { password: '打开', email: '寄给我验证码', code: '打开' },
  unlocking: '请稍候……',
  otherAddress: '换一个邮箱，或重新获取验证码',
  unknownTitle: '这个链接下什么也没有',
  unknownText: '链接可能不完整，或者发件人已删除这次传输。请从邮件里重新完整打开链接，或联系发件人。',
  proofTitle: '正在确认是真人打开此链接……',
  proofText:
    '过去一小时内，您所在的网络尝试了许多打不开的链接，所以浏览器要先做一次简短的计算。只需几秒钟，之后链接会自动打开。',
  proofNeedsScripts: '请启用脚本（JavaScript），或一小时后再试。',
  proofProgress: '计算进度',
  proofDone: '完成，正在打开链接……',
  proofUnkept: '浏览器没有保存结果。请允许本站使用 Cookie，然后再试一次。',
  troubleTitle: '暂时无法显示这次传输',
  tryAgain: '再试一次',
  home: '回到首页',
}
