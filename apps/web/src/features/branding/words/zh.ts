import type { branding as en } from './en.ts'

export const branding: typeof en = {
  loading: '正在加载品牌设置',
  again: '重试',
  save: '保存',
  saved: '已保存。',
  remove: '移除',

  locked: '您自己的品牌',
  lockedText: '使用商务版后，收件人和供应商在页面和邮件中看到的是您的名称、标志和颜色，而不是我们的。',
  kept: '您以前的设置已保留，换到支持的方案后会重新显示。',

  look: '名称和颜色',
  lookText: '显示在收件人和供应商看到的页面和邮件中。',
  name: '公司名称',
  welcome: '欢迎语',
  welcomeHint: '一行文字，显示在文件或请求的上方。',
  accent: '主题颜色',
  accentPick: '选择颜色',
  accentHint: '用于按钮和链接，例如 #0b5cad。留空则使用我们的颜色。',
  accentWrong: '请输入颜色，例如 #0b5cad。',
  changed: {
    light: '此颜色在浅色页面上不易看清，页面会使用较深的色调：',
    dark: '此颜色在深色页面上不易看清，页面会使用较浅的色调：',
  },

  logo: '标志',
  logoText: '代替名称显示。PNG、JPEG 或 WebP，最大 10 MB；建议使用透明背景。',
  slots: {
    logo: '用于浅色页面和邮件',
    darkLogo: '用于深色页面',
    background: '背景图片',
  },
  sameAsLight: '相同',
  noPicture: '无',
  choose: '选择图片',
  backgroundText: '铺满文件或请求后面的页面。',

  preview: '预览',
  previewText: '按您当前输入的内容显示，使用此页面的明暗模式。',
  previews: { transfer: '收件人页面', request: '请求页面', email: '邮件', receipt: '回执' },
  sample: {
    sent: (from) => `${from} 向您发送了 2 个文件`,
    asked: (from) => `${from} 请您提交文件`,
    files: ['plan.pdf', 'drawing.dwg'],
    download: '全部下载',
    submit: '发送文件',
    receipt: '送达回执',
  },
  sentWith: '通过 Waybill 发送',

  poweredBy: '“通过 Waybill 发送”',
  poweredByText: '收件人和供应商看到的页面和邮件末尾的一行小字。',
  shows: '显示“通过 Waybill 发送”。',
  oursText: '您的方案会显示我们的标识和“通过 Waybill 发送”。',
  lineText: '您的方案会显示“通过 Waybill 发送”。',
  offText: '专业版及以上可以关闭这行文字。',
}
