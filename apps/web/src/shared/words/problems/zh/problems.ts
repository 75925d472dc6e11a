import type { ProblemCode } from '@waybill/contract/core/problems'
import type { OnPageProblem, Sentence, SupplierProblem } from '../on-page-problem.ts'
import { whenAgain } from '../when-again.ts'

const resumable = '7 天内可以继续这次传输'
const again = '请稍后再试。'
const crowded = `同时进行的操作太多。${again}`
const reload = '请重新加载页面后重试。'

export const problemSentences: Record<Exclude<ProblemCode, OnPageProblem | SupplierProblem>, Sentence> = {
  'invalid-json': reload,
  'unknown-field': reload,
  'code-malformed': '验证码应为 5 位。',
  'range-malformed': reload,
  'https-needed': '此网址只能通过 https 访问。',
  'sender-unproven': '请先用邮件中的验证码验证您的邮箱。',
  'code-wrong': '验证码不正确。',
  'code-expired': '验证码已失效，请重新发送。',
  'cross-site': reload,
  'not-yours': '您无权访问此内容。',
  unauthenticated: '请先登录。',
  'signed-out': '您已退出登录，请重新登录。',
  'login-refused': '邮箱或密码不正确，无法登录',
  'login-expired': '登录已超时，请重新登录。',
  'second-factor-wrong': '验证未通过。请使用最新的验证码，或换一种方式。',
  'step-up-required': '还需要您的两步验证。',
  'password-wrong': '当前密码不正确。',
  'too-many-logins': '此邮箱的尝试次数过多，请稍后再试。',
  busy: again,
  'email-taken': '此邮箱已注册',
  'signup-code-wrong': '验证码不正确，请查看邮件后重试。',
  'password-too-common': '这个密码太容易猜到，请换一个。',
  'reset-refused': '此链接已失效，请重新申请。',
  'session-not-found': '该会话已结束。',
  'passkey-not-found': '该通行密钥已不存在。',
  'key-not-found': '这个密钥已被撤销。',
  'key-wrong': '这不是本服务器的 API 密钥，请检查是否复制完整。',
  'key-revoked': '这个 API 密钥已被撤销，请创建新的密钥。',
  'key-ended': '这个 API 密钥已过期，请创建新的密钥。',
  'key-elsewhere': '这个 API 密钥不能在此网络使用。可用网络在创建密钥时选定。',
  'key-lacks-scope': ({ scope }) => `这个 API 密钥没有“${scope}”权限，请创建带有此权限的密钥。`,
  'key-not-here': 'API 密钥不能执行此操作，请在网站上登录后操作。',
  'key-in-browser': '使用 API 密钥时不要带 Cookie，也不要从网页中调用。',
  'picture-unreadable': '无法读取该图片，请使用 PNG、JPEG 或 WebP。',
  'pictures-refused': '此服务器无法安全地处理图片，因此不接收图片。',
  'lifetime-codes-invalid': ({ email }) => `兑换码无效！请联系 ${email}。`,
  'no-slug': '缺少传输编号',
  'recipient-not-found': '该收件人已不在此传输中。',
  'receipt-not-sound': '此传输的活动记录前后不一致，无法签发回执。已通知本服务的运营方。',
  'already-sent': '这次传输已经发送。',
  'send-time-refused': ({ minMinutes }) => `请选择 ${minMinutes} 分钟之后、一年之内的时间。`,
  'last-file': '传输至少要保留一个文件。您可以删除整个传输。',
  'contact-not-found': '该联系人已不存在。',
  'contact-exists': '已有使用此邮箱的联系人。',
  'contact-shared': '团队成员已将此邮箱添加到共享通讯录。',
  'too-many-contacts': '通讯录已满。',
  'conversation-not-found': '该对话已不存在。',
  'canned-answer-not-found': '该常用回复已不存在。',
  'too-many-canned': ({ limit }) => `已有 ${limit} 条常用回复，请先删除一条。`,
  'conversation-text-empty': '请先输入内容。',
  'conversation-text-too-long': ({ limit }) => `内容过长，最多 ${limit} 个字符。`,
  'csv-unreadable': '无法读取这份列表。第一行必须包含邮箱列的名称。',
  'webhook-not-found': '这个 Webhook 已不存在。',
  'webhook-url-refused': 'Webhook 需要一个公开域名的 https 地址，且不能带用户名、密码或端口。',
  'webhook-paused': '这个 Webhook 已暂停，请先恢复。',
  'payment-refused': ({ reason }) => {
    if (reason === 'insufficient-funds') return '卡内余额不足，请换一张卡。'
    if (reason === 'card-expired') return '此卡已过期，请换一张卡。'
    if (reason === 'authentication-failed') return '银行未能确认是您本人。请重试，或换一张卡。'
    if (reason === 'address-missing') return '请先在“账单”页面填写您的地址。'
    if (reason === 'card-incorrect') return '请检查卡号、有效期和安全码。'
    return '银行拒绝了此次付款。请换一张卡，或咨询您的银行。'
  },
  'payments-unavailable': `暂时无法连接支付服务商，不会重复扣款。${again}`,
  'price-moved': '应付金额已变化。请核对新的金额后再确认。',
  'checkout-closed': '此付款页面已关闭，请重新选择方案。',
  'checkout-not-found': '此付款页面不存在，请重新选择方案。',
  'card-link-expired': '链接已过期',
  'not-on-sale': '此处暂不销售方案。',
  'trial-used': '您已使用过免费试用，可以直接购买方案。',
  'already-subscribed': '您已有方案。请切换方案，而不是再次购买。',
  'no-subscription': '没有可更改的订阅，请先选择方案。',
  'promotion-unknown': '此优惠码无效或已过期。',
  'promotion-used-up': '此优惠码的使用次数已满。',
  'promotion-ended': '此优惠码已结束。',
  'promotion-unfit': ({ because }) => {
    if (because === 'has-one') return '您的方案已有优惠，一次只能使用一个。'
    if (because === 'ending') return '您的方案将在本周期结束，没有可优惠的下次扣款。'
    if (because === 'no-gain') return '此优惠码不会降低您的下次扣款。'
    return '此优惠码不适用于您的方案。'
  },
  'tax-id-refused': '支付服务商不接受此税号，请核对号码和国家/地区。',
  'invoice-not-found': '此账单不存在。',
  'webhook-refused': '此通知并非来自我们的支付服务商。',
  'admin-only': '只有团队管理员可以执行此操作。',
  'second-factor-required': '您的团队要求两步验证。请先为您的账户添加通行密钥或身份验证器应用。',
  'sso-unknown': '此地址尚未设置公司登录。',
  'sso-unavailable': '公司登录服务目前没有响应，请稍后重试。',
  'sso-failed': ({ because }) => {
    if (because === 'expired') return '登录超时，或是在其他浏览器中开始的，请重新开始。'
    return because === 'declined'
      ? '公司登录服务拒绝了此次登录。'
      : '无法接受公司登录服务的答复。请重新开始，或联系管理员。'
  },
  'sso-refused': ({ because }) => {
    if (because === 'unverified') return '公司登录服务尚未验证您的邮箱地址。'
    if (because === 'domain') return '您的邮箱地址不属于公司的域名。'
    if (because === 'linked') return '此账户已由公司的另一人使用，请联系团队管理员。'
    if (because === 'left') return '您已不在此团队中，请向管理员索取邀请。'
    if (because === 'seat') return '团队没有空余席位，请联系管理员。'
    return '此地址已有不属于公司团队的账户，请向团队管理员索取邀请。'
  },
  'sso-required': '您的团队要求使用公司账户登录。',
  'sso-reserved': '您的方案不包含单点登录。',
  'sso-domain-refused': ({ because }) =>
    because === 'taken' ? '另一个工作区已为此域名设置单点登录。' : '您的邮箱地址不属于公司域名，请先更改。',
  'sso-issuer-unfit': ({ because }) => {
    if (because === 'address') return '签发者必须是公网上的 https 地址。'
    if (because === 'mismatch') return '服务给出的签发者与此不同，请按其原样填写。'
    if (because === 'secret') return '请填写客户端密钥。'
    return because === 'incomplete' ? '此服务缺少所需的功能。' : '无法读取此地址的服务配置。'
  },
  'sso-not-tried': '请先亲自使用公司账户登录一次。',
  'own-factor-first': '请先为您自己的账户添加通行密钥或身份验证器应用。',
  'last-factor': '您的团队要求两步验证。请先添加另一种方式，再移除此项。',
  'no-seat': '此方案没有空余席位。',
  'member-not-found': '此人不是您的团队成员。',
  'handover-not-found': '移交管理员的请求已不存在。',
  'invite-not-found': '此邀请已被接受或取消。',
  'invite-gone': '此邀请已使用、已取消或已过期，请索取新的邀请。',
  'invite-elsewhere': '此邀请是发给另一个邮箱地址的。',
  'account-bound': ({ because }) => {
    if (because === 'member') return '您的账户已是某个团队的成员。'
    return because === 'team'
      ? '您的账户有自己的团队，无法加入其他团队。'
      : '您的账户有方案、终身版兑换码或未完成的购买，目前无法加入。请让对方邀请您的其他地址，或待其结束后再打开此链接。'
  },
  'branding-reserved': '您的方案不包含此项品牌设置。',
  'company-name-refused': '该名称看起来像知名品牌，而您的邮箱不属于该品牌的域名。',
  'team-has-members': '您的团队还有成员。请先移除成员，或将管理员移交给其中一人。',
  'hosts-reserved': '您的方案不含自定义域名。',
  'hosts-not-offered': '此服务器不提供自定义域名。',
  'host-refused': ({ because }) => {
    if (because === 'wildcard') return '请输入一个完整的域名，不能使用通配符（*）。'
    if (because === 'address') return '请输入域名，而不是 IP 地址。'
    if (because === 'look-alike') return '此域名含有易混淆的字符，无法使用。'
    if (because === 'own') return '此域名属于本服务，请输入您自己的域名。'
    if (because === 'reserved') return '此名称已被保留，请换一个。'
    return '请输入域名，例如 files.example.com。'
  },
  'host-taken': '此域名正在使用，或不久前仍在使用。请换一个。',
  'domain-not-found': '没有可检查的域名。',
  'mail-domain-reserved': '您的方案不含邮件域名。',
  'mail-domain-not-offered': '此服务器无法从您的域名发送邮件。',
  'mail-domain-refused': ({ because }) => {
    if (because === 'provider') return '这是邮件服务商的域名。请输入您能修改 DNS 记录的域名。'
    if (because === 'suffix') return '任何人都可以在此名称下注册域名。请输入您自己的域名。'
    if (because === 'own') return '此域名属于本服务，请输入您自己的域名。'
    if (because === 'look-alike') return '此域名含有易混淆的字符，无法使用。'
    return '请输入域名，例如 example.com。'
  },
  'mail-domain-taken': '另一个工作区正在使用此域名发送邮件，请先在那里移除。',
  'mail-domain-not-found': '没有邮件域名。',
  'mail-domain-not-verified': '找到域名的记录后，邮件才能从该域名发出。请先检查记录。',
  'mail-domain-foreign': '此邮件域名不属于您的工作区。',
  'too-many-webhooks': ({ limit }) => `每个账户最多 ${limit} 个 Webhook。`,
  'too-many-keys': ({ limit }) => `每个账户最多 ${limit} 个 API 密钥，请先撤销一个。`,
  'device-login-pending': '程序仍在等待您的授权。',
  'device-login-too-fast': '程序查询过于频繁。',
  'device-login-denied': '程序的请求已被拒绝。',
  'device-login-expired': '登录已过期，请在程序中重新开始。',
  'device-code-unknown': '此代码无效。代码 10 分钟内有效，且只能使用一次。',
  'network-malformed': ({ position }) => `第 ${position} 项不是地址或网络，正确的写法如 203.0.113.0/24。`,
  'delivery-not-found': '日志中已没有这次发送。',
  'preview-used-up': '暂时无法生成此文件的预览，请下载后查看。',
  'thumbnail-expired': reload,
  'transfer-paused': '发件人已暂停此传输。',
  'link-locked': '请先解锁此传输。',
  'link-password-wrong': '密码不正确，无法打开此传输。',
  'download-limit-reached': '已达到发件人允许的下载次数。如果下载中断，请在浏览器中继续。',
  'sending-paused': ({ because, limit, triedCount, retryAfterSeconds }) => {
    if (because === 'new-account') {
      return `新账户在首次付款前，第一周每天最多可发送 ${limit} 封邮件，${whenAgain('zh', retryAfterSeconds)}可以继续发送。`
    }
    if (because === 'reported') {
      return '有收件人举报了您的传输。在本服务的运营方处理这些举报之前，您无法再发送给更多人。'
    }
    return triedCount === undefined
      ? '目前无法发送给更多人，请明天再试。'
      : '您最近的收件人中有太多邮箱不存在，因此暂停发送一段时间。请检查邮箱，稍后再试。'
  },
  'too-many-mails': ({ because, limit, address, retryAfterSeconds }) => {
    const when = whenAgain('zh', retryAfterSeconds)
    return because === 'day'
      ? `您今天已发送 ${limit} 封邮件，达到上限，${when}可以继续发送。`
      : `您近期发给 ${address} 的邮件已达上限，${when}可以再次发送。`
  },
  'network-sends-used': '您所在的网络今天发送太多，请明天再试。',
  'upload-not-found': '这次上传已清除，请重新发送文件。',
  'transfer-not-found': '链接无效，找不到这次传输。',
  'transfer-expired': '这次传输已过期。',
  'take-back-expired': '链接已过期',
  'extension-expired': '链接已过期',
  'access-request-not-found': '此请求已不存在。',
  'grant-not-found': '这次下载已结束，请重新点击下载。',
  'ticket-expired': '实时更新已断开，请重新加载页面。',
  'grant-expired': '这次下载已结束，请重新点击下载。',
  'grant-elsewhere': '此下载是在另一个浏览器中开始的，请打开您的专属链接下载。',
  'scan-pending': '正在对这些文件进行病毒扫描，请一分钟后再试。',
  'scan-missing': '无法对这些文件进行病毒扫描，因此暂不能下载。请稍后再试，或联系发件人。',
  'file-withdrawn': '此文件已撤下，请联系发件人。',
  'file-blocked': ({ path }) => `本服务的运营方已屏蔽“${path}”，无法发送。`,
  'file-not-found': '此文件已不存在。',
  'request-not-found': '链接无效，找不到这个文件请求。',
  'file-not-sealed': ({ path }) =>
    `此请求只接收端到端加密的文件，而此文件未按要求加密：${path}。请启用脚本并重新加载页面后再发送。`,
  'sealing-fixed': '已有文件送达或正在发送，不能再更改加密方式。',
  'request-paused': '此文件请求已暂停。请稍后再试，或联系请求方。',
  'request-closed': '此文件请求已关闭，不再接收文件。',
  'request-expired': '此文件请求已过期，不再接收文件。',
  'request-month-full': ({ limit }) => `您的方案每月有 ${limit} 个文件请求，本月已用完。`,
  'identity-required': '请求方需要知道您是谁。请填写姓名和邮箱。',
  'comment-empty': '请先输入评论。',
  'comment-too-long': ({ limit }) => `评论过长，最多 ${limit} 个字符。`,
  'comments-full': '这里的评论数量已达上限，请改用邮件联系。',
  'comment-not-found': '该评论已不存在。',
  'comment-fixed': '评论只能由作者本人在 15 分钟内收回。',
  'answer-unfit': '有一项回答不符合问题的要求，请检查后重新提交。',
  'item-empty': '此项还没有收到内容。',
  'link-busy': '此链接上传的内容太多，请几分钟后再试。',
  'submission-not-found': '这些文件已不存在。',
  'inbox-full': '接收方的存储空间已满。我们已通知对方，请稍后再试。',
  'template-not-found': '该模板已不存在。',
  'too-many-templates': ({ limit }) => `您已有 ${limit} 个模板，已达上限。请先删除一个。`,
  'operator-account': '这是运营方账户。请先在命令行中取消其运营方身份。',
  'not-found': '页面不存在。',
  'method-not-allowed': reload,
  'upload-token-wrong': `这次上传属于另一个页面。${resumable}`,
  'upload-closed': '这次上传已经完成。',
  'not-while-uploading': '此传输需要在文件上传完成后才能发送。',
  'file-still-arriving': '文件仍在上传，暂时无法下载此文件，请稍后重试。',
  'files-still-arriving': '部分文件仍在上传，全部传完后才能执行此操作。',
  'file-missing': '上传已中断，此文件尚未传完。请在发件人继续上传后重试。',
  'upload-incomplete': `还缺一些部分。${resumable}`,
  'part-conflict': resumable,
  'part-superseded': resumable,
  'part-crc-mismatch': resumable,
  'part-size-mismatch': resumable,
  'part-misplaced': resumable,
  'part-too-large': resumable,
  'part-too-slow': `网络太慢。${resumable}`,
  'idempotency-mismatch': reload,
  'still-working': `正在处理。${again}`,
  'request-too-slow': `网络太慢。${again}`,
  'headers-too-large': reload,
  'body-too-large': '一次发送太多，请减少文件。',
  'media-type-unsupported': reload,
  'range-unsatisfiable': reload,
  'wrong-host': '此网址不可用。',
  'too-many-requests': `尝试次数过多。${again}`,
  'too-many-codes': '发送验证码的次数过多，请稍后再试。',
  'too-many-uploads': ({ limit }) => `您正在同时发送 ${limit} 次传输。请等其中一次完成后再发送。`,
  'too-many-calls': crowded,
  'too-many-parts': crowded,
  'proof-required': '尝试次数过多，浏览器需要先完成一次简短的计算。请启用脚本后重试。',
  'proof-refused': '检查未通过，请重新加载页面后重试。',
  'internal-error': `服务出错了。${again}`,
  'store-unavailable': `暂时无法访问存储。${again}`,
  'database-unavailable': `服务暂时不可用。${again}`,
  stopping: `服务正在重启。${again}`,
  'disk-full': '服务器空间不足，请稍后再试。',
}
