/** The window: bars around the canvas. */
import { useEditor } from "../state";
import { Away } from "./Away";
import { Breadcrumb, RecoveryOffer, StatusBar, Toasts } from "./Around";
import { BlockSearch } from "./BlockSearch";
import { BlockMenu } from "./BlockMenu";
import { Bubble } from "./Bubble";
import { CanvasMenu } from "./CanvasMenu";
import { Canvas } from "./Canvas";
import { FindBar } from "./FindBar";
import { Dialogs } from "./Dialogs";
import { Edge } from "./Edge";
import { Guarded } from "./Guarded";
import { Inspector } from "./Inspector";
import { OfferList } from "./OfferList";
import { Palette } from "./Palette";
import { TopBar } from "./TopBar";

export function App() {
  const viewer = useEditor((state) => state.mode === "viewer");
  const palette = useEditor((state) => state.palette);
  const inspector = useEditor((state) => state.inspector);
  const covered = useEditor((state) => state.dialog !== "");
  return (
    <div
      className={`app ${viewer ? "viewer" : "editor"}`}
      data-testid="app"
      data-ready={useEditor((state) => state.ready)}
    >
      <TopBar />
      <main className="work">
        {palette && (viewer ? <BlockSearch /> : <Palette />)}
        {palette && <Edge bar="palette" label="Width of the list" width={244} />}
        <div className="middle">
          <Away />
          <RecoveryOffer />
          <Breadcrumb />
          <FindBar />
          <Guarded name="The canvas">
            <Canvas />
          </Guarded>
        </div>
        {inspector && <Edge bar="inspector" label="Width of the details" width={310} />}
        {inspector && (
          <Guarded name="The inspector">
            <Inspector />
          </Guarded>
        )}
        <BlockMenu />
        <CanvasMenu />
        <OfferList />
      </main>
      <StatusBar />
      <Dialogs />
      {!covered && <Toasts />}
      <Bubble />
    </div>
  );
}
