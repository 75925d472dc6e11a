import { formatBytes } from '@waybill/contract/core/sizes'
import { type OnPageProblem, planOf, type Sentence } from '../on-page-problem.ts'

export const onPageProblems: Record<OnPageProblem, Sentence> = {
  'invalid-input': '表单中有缺少或不允许的内容。',
  'invalid-recipient': '收件人邮箱地址无效',
  'links-reserved': '抱歉，链接目前仅限付费账户使用。',
  'expiry-reserved': '超过 1 周的有效期仅限付费账户使用。',
  'message-holds-link': ({ path, field }) => {
    if (field === 'fullName' || field === 'company') {
      return '收件人会看到您的姓名和公司。使用免费方案时，其中不能包含链接，请在个人资料中修改。'
    }
    return path === undefined
      ? '使用免费方案时，标题和留言中不能包含链接。请删除链接后再发送。'
      : `使用免费方案时，文件名中不能包含链接：${path}`
  },
  'over-transfer-limit': ({ role, limitBytes, excessBytes }) =>
    `超出传输上限：您的 ${planOf(role)} 方案每次最多传输 ${formatBytes(Number(limitBytes))}，现已超出 ${formatBytes(Number(excessBytes))}。`,
  'too-many-recipients': ({ isEver, limit }) =>
    isEver
      ? `已发送给 ${limit} 人，达到总人数上限。如需发给更多人，请重新发起。`
      : '收件人太多：订阅后一次最多可以发给 50 人',
  'too-many-files': ({ limit }) => `一次最多发送 ${limit} 个文件。请移除一些，或先打包成一个压缩包。`,
  'insecure-file-type': '不安全的文件类型',
  'piracy-marker': '文件已移除：可能侵犯版权',
  'account-suspended': '您的账户已停用',
  'subscription-due': '您的试用已过期，请添加付款方式以重新启用',
  'seat-lost': '团队没有您的席位，暂时无法发送',
  'month-full': '已达上限',
  'free-sends-used': '已达上限',
  'storage-full': '您的存储空间已满',
  'password-too-short': ({ minChars }) => `密码至少需要 ${minChars ?? 6} 个字符`,
}
