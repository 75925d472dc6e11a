import type { settings as en } from './en.ts'

export const settings: typeof en = {
  again: '重试',
  help: '在帮助中心了解更多',
  saved: '已保存。',
  copied: '已复制。',
  remove: '移除',
  keep: '保留',
  proceed: '继续',

  host: '链接使用的域名',
  hostText: '传输和请求的链接显示您自己的域名，而不是我们的域名，邮件中也一样。',
  loading: '正在加载域名',
  locked: '使用商务版后，链接可以使用您自己的域名。',
  keptHost: (host) =>
    `您的方案不含自定义域名，链接使用我们的域名。${host} 仍为您保留：只要解析记录还在，以前用它发出的链接会跳转到我们的域名。`,
  notOffered: '此服务器尚未设置自定义域名功能，可由服务器管理员开启。',
  hostName: '主机名',
  hostHint: '您所拥有的域名下的一个名称，请使用没有其他用途的名称，例如 files.example.com。',
  wordHint: (base) => `也可以只输入一个单词，使用 ${base} 下的名称，立即生效。`,

  pending: '请在您的 DNS 服务商处添加以下记录。在您等待时，此页面会自动检查。',
  off: (day) =>
    `由于记录连续三天不正确，我们已于${day}停用此域名，链接使用我们的域名。记录恢复正确后，域名会重新启用。`,
  failing: (day) =>
    `此域名的记录不正确，以前用它发出的链接可能无法打开。记录恢复正确之前，新链接使用我们的域名。如果一直不正确，我们将于${day}停用它。`,
  live: '此域名工作正常，我们每天检查其记录。',
  checking: '正在检查记录…',
  checked: '上次检查：',
  checkNow: '立即检查',
  forLinks: '在链接和邮件中使用此域名。',

  records: 'DNS 记录',
  recordsText: (domain) => `请将以下两条记录添加到 ${domain}。通常几分钟后即可生效。`,
  topText: (domain) =>
    `大多数服务商不允许为 ${domain} 本身设置 CNAME。请移除后输入类似 files.${domain} 的名称，除非您的服务商支持 ALIAS 或 CNAME 拉平。`,
  type: '类型',
  name: '名称',
  value: '值',
  copyName: '复制名称',
  copyValue: '复制值',
  inFull: (name) => `完整名称：${name}`,
  notChecked: '尚未检查。',
  right: '正确。',
  unknown: '域名服务器没有给出明确的回答，我们会再次查询。',
  missing: '尚未找到记录。',
  elsewhere: (found, wanted) => `查到 ${found}，应为 ${wanted}。`,
  loop: (found) => `此记录循环指向自身：${found}。`,

  provider: '如何在 DNS 服务商处添加',
  chooseProvider: '选择您的服务商',
  providers: {
    cloudflare: {
      name: 'Cloudflare',
      steps: [
        '在 Cloudflare 控制台中打开您的域名，进入 DNS 的“记录”页面。',
        '点击“添加记录”，选择类型并填写名称。CNAME 的值填入“目标”，TXT 的值填入“内容”。',
        '将 CNAME 的代理状态改为“仅 DNS”（灰色云朵）。如果是橙色云朵，我们无法看到该记录。',
      ],
    },
    godaddy: {
      name: 'GoDaddy',
      steps: [
        '打开“域名组合”，选择您的域名，然后进入 DNS。',
        '点击“添加新记录”，选择类型，填写名称和值，TTL 保持不变。',
        '只填写简短的名称：GoDaddy 会自动加上您的域名。',
      ],
    },
    namecheap: {
      name: 'Namecheap',
      steps: [
        '打开 Domain List，点击域名旁的 Manage，然后进入 Advanced DNS。',
        '点击 Add New Record，选择 CNAME Record 或 TXT Record，名称填入 Host。',
        '只填写简短的名称，每条记录都要点击末尾的对勾保存。',
      ],
    },
    route53: {
      name: 'Amazon Route 53',
      steps: [
        '打开“托管区域”，选择您的域名，然后点击“创建记录”。',
        '选择记录类型，填写简短的名称和值，不要开启“别名”。',
        'TXT 记录的值要用英文双引号括起来。',
      ],
    },
    alibaba: {
      name: '阿里云解析',
      steps: [
        '打开云解析 DNS，选择您的域名，进入“解析设置”。',
        '点击“添加记录”，选择记录类型，将简短的名称填入“主机记录”，将值填入“记录值”。',
        '“解析请求来源”保持默认。',
      ],
    },
  },

  removeTitle: (host) => `要移除 ${host} 吗？`,
  removeText: '将不再检查其记录，您以后可以重新输入。',
  removeUsedText:
    '新的链接和邮件使用我们的域名。以前用此域名发出的链接在 30 天内会跳转到我们的域名，前提是解析记录仍然保留。之后这些链接将失效，拥有该域名的其他人可以在此使用它。',
  removed: '域名已移除。',
}
