import type { CommonWords, ProductName, ProductWords } from './product-words.ts'

const common: CommonWords = {
  example: '示例',
  start: '发送文件',
  prices: '查看方案',
  more: 'Waybill 的更多功能',
}

const pages: Record<ProductName, ProductWords> = {
  'document-receipts': {
    headline: '到达了什么，有回执为证',
    description: '每位收件人一份签名文件：送达了什么、依据是什么、何时何地。任何人都能核验。',
    lead: '为每位收件人生成一份可以出示给他人的文件：送达了什么、什么时间、凭什么这样说。',
    points: [
      {
        title: '写明送达的内容',
        text: '每个文件的大小，以及服务器根据所存字节计算的 SHA-256；时间同时写 UTC 和双方当地时间。',
      },
      {
        title: '写明依据',
        text: '收件人的设备确认收到字节，文件才算送达。交给代理服务器的，写“已交给代理服务器”；存疑的，也照实列出。',
      },
      {
        title: '任何人都能核验',
        text: '回执是一份 PDF，里面附有签名的事实。核验在读者的浏览器里完成，回执内容不会发送到任何地方。',
      },
      {
        title: '不多说一句',
        text: '回执证明文件送达某台设备，不证明有人读过，也不这样声称。',
      },
    ],
    plans: ({ freeTransfers }) => `免费版每月 ${freeTransfers} 次传输，每一次都有回执。`,
    piece: {
      title: '送达回执',
      number: 'R7K2M9Q',
      rows: [
        { what: 'drawings-v4.zip', note: '10:31 送达', state: 'delivered' },
        { what: 'bill-of-materials.xlsx', note: '10:29 送达', state: 'delivered' },
        { what: 'SHA-256', note: '9f2c 41d7 … 08be' },
      ],
      stamp: '已送达',
      foot: '收件人：陈伟，深圳',
    },
  },
  'supplier-document-tracking': {
    headline: '哪家供应商还缺什么，一看便知',
    description: '用清单和截止时间向供应商索要文件，看清谁交了什么、谁已逾期。',
    lead: '列出清单，定好截止时间。每家供应商交了什么、缺少什么、是否逾期，都看得见。',
    points: [
      {
        title: '每家供应商一个链接',
        text: '供应商不用注册账户就能上传。每家都有专属链接，文件是谁交的，一清二楚。',
      },
      {
        title: '提醒只发给没交齐的',
        text: '没交齐的供应商会在截止前的早晨收到提醒，截止后再提醒一次。已交齐的不打扰。',
      },
      {
        title: '逐项审核',
        text: '接受文件，或者写明原因退回。供应商能看到该重交什么。',
      },
      {
        title: '可以端到端加密',
        text: '请求可以只收加密文件：文件在供应商的浏览器里加密，只有您的密码短语能打开，服务器也打不开。',
      },
    ],
    plans: ({ freeRequests, personalRequests }) =>
      `免费版每月 ${freeRequests} 个请求，个人版每月 ${personalRequests} 个，专业版和商务版不限。`,
    piece: {
      title: '春季订单文件',
      number: '3 家供应商',
      rows: [
        { what: '莲花纺织', note: '5 / 5', state: 'delivered', share: 1 },
        { what: 'Rao Forge', note: '3 / 5', state: 'waiting', share: 0.6 },
        { what: '三角洲铸造', note: '1 / 5，逾期', state: 'stamp', share: 0.2 },
      ],
      stamp: null,
      foot: '11月30日 18:00 截止',
    },
  },
  'attachments-organized': {
    headline: '所有附件，都在一处',
    description: '发送和收到的每个文件都在文件库：可搜索、可转发而无需重新上传，删除前看清影响。',
    lead: '发送和收到的文件都留在文件库里。找得到，转得出，用在哪里也看得见。',
    points: [
      {
        title: '发送和收到的放在一起',
        text: '按名称搜索，可以只看发送的、只看收到的，也可以一起看。',
      },
      {
        title: '转发无需重新上传',
        text: '把已存的文件放进新的传输，字节已经在服务器上。',
      },
      {
        title: '删除前看清影响',
        text: '删除文件之前，会列出哪些传输正在使用它、有多少收件人将无法下载。',
      },
    ],
    plans: ({ freeStorage, personalStorage, proStorage, businessStorage }) =>
      `存储空间：免费版 ${freeStorage}，个人版 ${personalStorage}，专业版 ${proStorage}，商务版 ${businessStorage}。`,
    piece: {
      title: '文件库',
      number: '4 个文件',
      rows: [
        { what: 'contract-signed.pdf', note: '来自 Asha Rao' },
        { what: 'drawings-v4.zip', note: '用于 2 次传输' },
        { what: 'samples.mov', note: '用于 1 次传输' },
        { what: 'price-list.xlsx', note: '来自莲花纺织' },
      ],
      stamp: null,
      foot: '搜索、转发、下载、删除',
    },
  },
  'business-intelligence': {
    headline: '看清文件的去向',
    description: '按收件人、国家、文件和时段统计下载，机器人不计入；有地图，也有表格。',
    lead: '哪些文件受关注、谁在下载、来自哪些国家、集中在什么时段，都看得见。',
    points: [
      {
        title: '有意义的数字',
        text: '文件下载完整才算一次，每位收件人只计一次。重复下载另计，机器人不计。',
      },
      {
        title: '四个角度',
        text: '按收件人、国家、文件、日期筛选，按小时、天、周汇总。',
      },
      {
        title: '接入您自己的系统',
        text: 'Webhook 把打开、下载、停滞和提交以签名请求告诉您的服务器。',
      },
    ],
    plans: ({ freeTransfers }) => `免费版的统计方式相同，每月 ${freeTransfers} 次传输。`,
    piece: {
      title: '各国下载次数',
      number: '30 天',
      rows: [
        { what: '中国', note: '48', share: 1 },
        { what: '印度', note: '31', share: 0.65 },
        { what: '德国', note: '12', share: 0.25 },
        { what: '越南', note: '7', share: 0.15 },
      ],
      stamp: null,
      foot: '完整文件，每位收件人计一次',
    },
  },
  'dashboard-analytics': {
    headline: '需要您处理的，排在最前',
    description: '控制台先列出退信、停滞的下载和即将到期的传输，然后才是统计。',
    lead: '打开控制台，先看到需要处理的：谁还没打开、谁的邮件退信、谁的下载停滞。',
    points: [
      {
        title: '点击一次就能处理',
        text: '在说明问题的那一行，直接重发邮件或延长有效期。',
      },
      {
        title: '实时更新',
        text: '收件人下载时，您能看到进度。对方下载全部文件后，您会收到一封邮件。',
      },
      {
        title: '每次访问都有记录',
        text: '每次传输都有活动记录：谁打开了、下载了什么、何时何地。邮件扫描和链接预览单独列出。',
      },
    ],
    plans: ({ freeStorage }) => `每个账户都有控制台，免费账户也有，并附 ${freeStorage} 存储空间。`,
    piece: {
      title: '需要处理',
      number: '今天',
      rows: [
        { what: '邮件退信', note: 'li.na@lotus.example', state: 'stamp' },
        { what: '下载停滞在 62%', note: 'Asha Rao', state: 'waiting' },
        { what: '明天到期', note: '2 人尚未打开', state: 'waiting' },
        { what: '请求已过截止时间', note: '3 人中 1 人逾期', state: 'waiting' },
      ],
      stamp: null,
      foot: '重发邮件 · 延长有效期',
    },
  },
  'works-everywhere': {
    headline: '任何网络，任何设备',
    description: '上传可在另一个浏览器里继续，下载可断点续传，页面在手机上、脚本关闭时也能用。',
    lead: '网络会断，电脑会合上，手机会旧。传输照样继续。',
    points: [
      {
        title: '上传可续传',
        text: '关闭标签页、切换网络，或在另一个浏览器中重新选择相同的文件，都能继续。7 天内只补传缺少的部分。',
      },
      {
        title: '下载也可续传',
        text: '下载是普通链接，浏览器和下载工具都能从断开处继续，curl 也可以。',
      },
      {
        title: '无需安装',
        text: '收件人页面在手机上、脚本关闭时都能用。接收文件无需账户。',
      },
      {
        title: '不依赖外部资源',
        text: '发送和接收页面不加载其他公司的字体、脚本或地图，在中国和其他地方都不会因此卡住。',
      },
    ],
    plans: ({ anonSends, anonSize, businessSize }) =>
      `未注册可发送 ${anonSends} 次，每次最多 ${anonSize}。商务版每次最多 ${businessSize}。`,
    piece: {
      title: '正在发送',
      number: 'No. 4TQ8XZ2',
      rows: [
        { what: 'site-survey.mov', note: '已发送', state: 'delivered', share: 1 },
        { what: 'photos.zip', note: '从 71% 继续', state: 'waiting', share: 0.71 },
        { what: 'report.pdf', note: '等待中', share: 0 },
      ],
      stamp: null,
      foot: '网络于 09:12 中断，现已恢复',
    },
  },
}

export const product = { common, pages }
