/** As much of a browser's window as actions need, and a service whose answers wait until a test lets them go. */
type Answer = (body: unknown) => void;

interface Request {
  path: string;
  answer: Answer;
}

export const requests: Request[] = [];
export const asked = { leave: true, questions: 0 }; // what people answer to "leave it?", and how often they were asked

Object.assign(globalThis, {
  requestAnimationFrame: () => 0,
  document: { getElementById: () => null, title: "" },
  window: { confirm: () => (asked.questions++, asked.leave) },
  sessionStorage: { getItem: () => "" },
  fetch: (path: string) =>
    new Promise<Response>((resolve) => {
      requests.push({ path, answer: (body) => resolve(new Response(JSON.stringify(body))) });
    }),
});

/** Lets the oldest request go, and all that follows from it happen. */
export async function answer(body: unknown): Promise<void> {
  requests.shift()!.answer(body);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
