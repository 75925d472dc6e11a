import { formatBytes } from '@waybill/contract/core/sizes'
import { type OnPageProblem, planOf, type Sentence } from '../on-page-problem.ts'

export const onPageProblems: Record<OnPageProblem, Sentence> = {
  'invalid-input': '表单里有缺少或不允许的内容。',
  'invalid-recipient': '收件人邮箱地址无效',
  'links-reserved': '抱歉，目前链接只向付费账户开放。',
  'expiry-reserved': '超过 1 周的有效期只向付费账户开放。',
  'message-holds-link': ({ path, field }) => {
    if (field === 'fullName' || field === 'company') {
      return '收件人会看到您的姓名和公司，免费方案中其中不能带链接。请在个人资料中修改。'
    }
    return path === undefined
      ? '未使用付费方案时，留言里不能带链接。请删去链接再发送。'
      : `未使用付费方案时，文件名里不能带链接：${path}`
  },
  'over-transfer-limit': ({ role, limitBytes, excessBytes }) =>
    `超出传输上限：您的 ${planOf(role)} 方案每次最多传输 ${formatBytes(Number(limitBytes))}，现在超出 ${formatBytes(Number(excessBytes))}。`,
  'too-many-recipients': ({ isEver, limit }) =>
    isEver
      ? `已发送给 ${limit} 人，达到总人数上限。如需发给更多人，请重新发起。`
      : '收件人太多了 - 订阅后一次最多可以发给 50 人',
  'too-many-files': ({ limit }) => `一次最多发送 ${limit} 个文件。请删去一些，或先打成一个压缩包。`,
  'insecure-file-type': '不安全的文件类型',
  'piracy-marker': '已移除文件：可能侵犯版权',
  'account-suspended': '您的账户目前已被停用',
  'subscription-due': '您的试用已到期，请添加付款方式以重新启用',
  'month-full': '好东西也有限度',
  'free-sends-used': '好东西也有限度',
  'storage-full': '您的存储空间已满',
  'password-too-short': ({ minChars }) => `密码至少需要 ${minChars ?? 6} 个字符`,
}
