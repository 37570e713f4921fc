/* Tells the browser in the page's head which scripts and styles the first one will ask for. */

import type { Plugin } from "vite";

/** `modules`: ends of the paths of the modules that are always needed. */
export function preloaded(modules: readonly string[]): Plugin {
  return {
    name: "divan-preloaded",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((one) => one.type === "chunk");
        const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const scripts = new Set<string>();
        const styles = new Set<string>();
        const add = (file: string): void => {
          const chunk = byFile.get(file);
          if (chunk === undefined || chunk.isEntry || scripts.has(file)) return;
          scripts.add(file);
          for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
          chunk.imports.forEach(add);
        };
        for (const end of modules) {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end));
          if (chunk === undefined) throw new Error(`no chunk begins with ${end}`);
          add(chunk.fileName);
        }
        const link = (attrs: Record<string, string | boolean>) => ({ tag: "link", attrs, injectTo: "head" as const });
        return {
          html,
          tags: [
            ...[...scripts].map((file) => link({ rel: "modulepreload", crossorigin: true, href: `/${file}` })),
            ...[...styles].map((file) => link({ rel: "preload", as: "style", crossorigin: true, href: `/${file}` })),
          ].filter(({ attrs }) => !html.includes(String(attrs.href))),
        };
      },
    },
  };
}
