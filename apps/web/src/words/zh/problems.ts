import type { ProblemCode } from '@waybill/contract/problems'
import type { OnPageProblem, Sentence, SupplierProblem } from '../on-page-problem.ts'
import { whenAgain } from '../when-again.ts'

const resumable = '7 天之内可以继续这次传输'
const again = '请稍后再试。'
const crowded = `同时进行的操作太多了。${again}`
const reload = '请重新载入页面再试一次。'

export const problemSentences: Record<Exclude<ProblemCode, OnPageProblem | SupplierProblem>, Sentence> = {
  'invalid-json': reload,
  'unknown-field': reload,
  'code-malformed': '验证码是 5 个字符。',
  'range-malformed': reload,
  'sender-unproven': '请先用我们寄给您的验证码证明邮箱是您的。',
  'code-wrong': '验证码不对。',
  'code-expired': '验证码已失效，请重新获取。',
  'cross-site': reload,
  'not-yours': '这是别人的内容。',
  unauthenticated: '请先登录。',
  'signed-out': '您已退出登录，请重新登录。',
  'login-refused': '无法使用所提供的凭据登录',
  'login-expired': '等待时间过长，请重新登录。',
  'second-factor-wrong': '验证未通过。请使用最新的验证码，或换一种方式。',
  'password-wrong': '当前密码不正确。',
  'too-many-logins': '此邮箱的尝试次数过多，请稍候再试。',
  busy: again,
  'email-taken': '此邮箱已被注册',
  'signup-code-wrong': '验证码不正确，请查看邮件后重试。',
  'password-too-common': '这个密码太常见了，请换一个。',
  'reset-refused': '此链接已失效，请重新申请。',
  'session-not-found': '该会话已结束。',
  'passkey-not-found': '该通行密钥已不存在。',
  'picture-unreadable': '无法读取该图片，请使用 PNG、JPEG 或 WebP。',
  'pictures-refused': '此服务器无法安全地处理图片，因此不接收图片。',
  'no-slug': '缺少传输编号',
  'recipient-not-found': '该收件人已不在此传输中。',
  'last-file': '传输至少要保留一个文件。您可以删除整个传输。',
  'contact-not-found': '该联系人已不存在。',
  'contact-exists': '已有使用此邮箱的联系人。',
  'too-many-contacts': '通讯录已满。',
  'csv-unreadable': '无法读取这份列表。第一行必须包含邮箱列的名称。',
  'webhook-not-found': '这个 Webhook 已不存在。',
  'webhook-url-refused': 'Webhook 需要一个公开域名的 https 地址，且不能带用户名、密码或端口。',
  'webhook-paused': '这个 Webhook 已暂停，请先恢复。',
  'too-many-webhooks': ({ limit }) => `每个账户最多 ${limit} 个 Webhook。`,
  'delivery-not-found': '日志里已没有这次投递。',
  'thumbnail-expired': reload,
  'transfer-paused': '发件人已暂停此传输。',
  'link-locked': '需要先解锁此传输。',
  'link-password-wrong': '密码不正确，无法打开此传输。',
  'download-limit-reached': '您已达到发件人允许的下载次数。',
  'sending-paused': ({ because, limit, triedCount, retryAfterSeconds }) => {
    if (because === 'new-account') {
      return `新账户第一周每天最多可发送 ${limit} 封邮件，${whenAgain('zh', retryAfterSeconds)}可以继续发送。`
    }
    return triedCount === undefined
      ? '目前无法再发送给更多人，请明天再试。'
      : '您最近的收件人中有太多地址不存在，因此暂停发送一段时间。请检查地址，稍后再试。'
  },
  'too-many-mails': ({ because, limit, address, retryAfterSeconds }) => {
    const when = whenAgain('zh', retryAfterSeconds)
    return because === 'day'
      ? `您今天已发送 ${limit} 封邮件，达到上限，${when}可以继续发送。`
      : `您近期发给 ${address} 的邮件已达上限，${when}可以再次发送。`
  },
  'network-sends-used': '您所在的网络今天发送得太多了，请明天再试。',
  'upload-not-found': '这次上传已不再保留，请重新发送文件。',
  'transfer-not-found': '这个链接下什么也没有。',
  'transfer-expired': '这次传输已过期。',
  'extension-expired': '链接已过期',
  'ask-not-found': '已经没有人请求这一项了。',
  'grant-not-found': '这次下载已结束，请再按一次按钮。',
  'ticket-expired': '实时视图的凭证已失效，请重新加载页面。',
  'grant-expired': '这次下载已结束，请再按一次按钮。',
  'file-withdrawn': '这个文件在途中损坏，已被撤下。请让发件人重新发送。',
  'file-not-found': '这个文件已经不在了。',
  'request-not-found': '这个链接下什么也没有。',
  'file-not-sealed': ({ path }) =>
    `此请求只接收密封的文件，而此文件未按其要求密封：${path}。请启用脚本并重新加载页面后再发送。`,
  'sealing-fixed': '已有文件送达或正在发送，密封方式不能再更改。',
  'request-paused': '这个文件请求暂时不接收文件。请稍后再试，或联系请求方。',
  'request-closed': '这个文件请求已关闭，不再接收文件。',
  'request-expired': '这个文件请求已过期，不再接收文件。',
  'request-month-full': ({ limit }) => `您的方案每月有 ${limit} 个文件请求，本月已用完。`,
  'identity-required': '请求方需要知道您是谁。请填写姓名和邮箱。',
  'slot-empty': '这里还没有收到文件。',
  'batch-not-found': '这些文件已经不在了。',
  'inbox-full': '接收方的存储空间已满。我们已通知对方，请稍后再试。',
  'template-not-found': '该模板已不存在。',
  'too-many-templates': ({ limit }) => `您已有 ${limit} 个模板，已达上限。请先删除一个。`,
  'not-found': '这个地址下什么也没有。',
  'method-not-allowed': reload,
  'upload-token-wrong': `这次上传属于另一个页面。${resumable}`,
  'upload-closed': '这次上传已经完成。',
  'upload-incomplete': `还缺一些部分。${resumable}`,
  'part-conflict': resumable,
  'part-superseded': resumable,
  'part-crc-mismatch': resumable,
  'part-size-mismatch': resumable,
  'part-misplaced': resumable,
  'part-too-large': resumable,
  'part-too-slow': `线路太慢了。${resumable}`,
  'idempotency-mismatch': reload,
  'still-working': `我们还在处理。${again}`,
  'request-too-slow': `线路太慢了。${again}`,
  'headers-too-large': reload,
  'body-too-large': '一次发得太多了，请减少文件。',
  'media-type-unsupported': reload,
  'range-unsatisfiable': reload,
  'wrong-host': '这里不提供这个地址。',
  'too-many-requests': `短时间内尝试太多次。${again}`,
  'too-many-codes': '获取验证码的次数太多。请等一会儿再获取。',
  'too-many-uploads': ({ limit }) => `您已经同时在发送 ${limit} 次传输。请等其中一次完成后再发送这一次。`,
  'too-many-calls': crowded,
  'too-many-parts': crowded,
  'proof-required': '您所在的网络尝试了太多打不开的链接。请重新载入页面：浏览器做一次简短的计算后就能继续。',
  'proof-refused': '检查没有通过。请重新载入页面再试一次。',
  'internal-error': `我们这边出了点问题。${again}`,
  'store-unavailable': `暂时连不上存储。${again}`,
  'database-unavailable': `服务暂时连不上。${again}`,
  stopping: `服务正在重启。${again}`,
  'disk-full': '我们这边暂时放不下，请稍后再试。',
}
