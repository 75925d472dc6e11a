import { planNamesZh } from '@waybill/contract/billing/plan-names'
import type { ActivityWords } from './en.ts'

const roles: Record<string, string> = { admin: '管理员', manager: '经理', member: '成员' }

export const activity: ActivityWords = {
  title: '团队动态',
  text: '团队成员的操作，最新的在前，按您的时区显示。记录保留一年，并按当时的姓名显示。',
  unknown:
    '此处不记录：登录、仅查看的内容、对自己的传输和请求的修改，以及此列表开始之前的操作。收件人的下载见各次传输的活动记录。',
  memberLabel: '操作人',
  everyone: '所有成员',
  partLabel: '类别',
  anyPart: '全部',
  parts: { transfers: '传输', requests: '文件请求', library: '文件库', people: '成员', settings: '品牌和方案' },
  export: '导出 CSV',
  exportName: '团队动态.csv',
  more: '显示更多',
  loading: '正在加载团队动态',
  again: '重试',
  emptyTitle: '还没有记录',
  emptyText: '团队成员发送、共享和请求文件后会显示在这里。',
  nothingFound: '没有符合条件的记录。',
  service: 'Waybill',
  plans: planNamesZh,
  open: (slug) => `打开 ${slug}`,
  kinds: {
    sent: ({ count }) => `发送了 ${count} 个文件`,
    shared: ({ whom }) => `将一次传输共享给 ${whom}`,
    requested: () => '创建了文件请求',
    fetched: ({ count }) => `开始下载 ${count} 个已存储的文件`,
    invited: ({ whom, role }) => `邀请 ${whom} 担任${roles[role] ?? role}`,
    'invite-withdrawn': ({ whom }) => `取消了对 ${whom} 的邀请`,
    'member-joined': ({ role }) => `加入团队，角色为${roles[role] ?? role}`,
    'member-removed': ({ whom }) => `将 ${whom} 移出团队`,
    'member-left': () => '离开团队并删除了账户',
    'member-role-set': ({ whom, role }) => `将 ${whom} 设为${roles[role] ?? role}`,
    'handover-asked': ({ whom }) => `请 ${whom} 接任管理员`,
    'handover-ended': () => '结束了管理员移交',
    'handed-over': ({ whom }) => `接替 ${whom} 成为管理员`,
    'member-transfer-changed': ({ whom }) => `修改了 ${whom} 的一次传输`,
    'member-request-changed': ({ whom }) => `修改了 ${whom} 的文件请求`,
    'branding-changed': () => '修改了品牌设置',
    'plan-changed': ({ from, to }) => `将方案从${from}改为${to}`,
  },
}
