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
  unknownTitle: '这个链接下什么也没有',
  unknownText: '链接可能不完整，或者发件人已删除这次传输。请从邮件里重新完整打开链接，或联系发件人。',
  troubleTitle: '暂时无法显示这次传输',
  tryAgain: '再试一次',
  home: '回到首页',

  geolocation: 'IP 地理定位数据来自 DB-IP',
}
