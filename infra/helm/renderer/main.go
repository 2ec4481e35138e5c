// Renders charts as Helm does, with Helm's own packages, and reads each manifest as Kubernetes' API server does: a field that is
// not there, or has another type, is an error. Cases come as JSON on the standard input, outcomes leave as JSON on the standard output.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path"
	"sort"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/releaseutil"
	"k8s.io/apimachinery/pkg/runtime"
	strictjson "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

// renderCase is a chart with the values that somebody gives.
type renderCase struct {
	Name    string         `json:"name"`
	Chart   string         `json:"chart"`
	Release string         `json:"release"`
	Values  map[string]any `json:"values"`
}

// manifest is one object. Builtin: Kubernetes itself knows its kind, and has read it.
type manifest struct {
	Template string          `json:"template"`
	Builtin  bool            `json:"builtin"`
	Object   json.RawMessage `json:"object"`
}

// outcome has manifests, or the error with which Helm would refuse the case.
type outcome struct {
	Name      string     `json:"name"`
	Manifests []manifest `json:"manifests"`
	Notes     string     `json:"notes"`
	Error     string     `json:"error"`
}

func main() {
	var cases []renderCase
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		log.Fatalf("the cases are no JSON: %v", err)
	}
	outcomes := make([]outcome, len(cases))
	for i, one := range cases {
		outcomes[i] = outcomeOf(one)
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		log.Fatal(err)
	}
}

func outcomeOf(one renderCase) outcome {
	manifests, notes, err := render(one)
	if err != nil {
		return outcome{Name: one.Name, Error: err.Error()}
	}
	return outcome{Name: one.Name, Manifests: manifests, Notes: notes}
}

// render does what `helm template` does: values are checked against the schema before anything is rendered.
func render(one renderCase) ([]manifest, string, error) {
	loaded, err := loader.Load(one.Chart)
	if err != nil {
		return nil, "", err
	}
	if err := loaded.Validate(); err != nil {
		return nil, "", err
	}
	release := chartutil.ReleaseOptions{Name: one.Release, Namespace: "earshot", Revision: 1, IsInstall: true}
	values, err := chartutil.ToRenderValues(loaded, one.Values, release, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, "", err
	}
	rendered, err := (engine.Engine{Strict: true}).Render(loaded, values)
	if err != nil {
		return nil, "", err
	}
	var manifests []manifest
	var notes string
	for template, text := range rendered {
		if path.Base(template) == "NOTES.txt" {
			notes = text
			continue
		}
		for _, document := range releaseutil.SplitManifests(text) {
			read, err := readManifest(template, document)
			if err != nil {
				return nil, "", fmt.Errorf("%s: %w\n%s", template, err, document)
			}
			if read != nil {
				manifests = append(manifests, *read)
			}
		}
	}
	sort.Slice(manifests, func(i, j int) bool { return string(manifests[i].Object) < string(manifests[j].Object) })
	return manifests, notes, nil
}

// strict refuses what the API server refuses with fieldValidation=Strict.
var strict = strictjson.NewSerializerWithOptions(
	strictjson.DefaultMetaFactory, scheme.Scheme, scheme.Scheme, strictjson.SerializerOptions{Strict: true})

func readManifest(template, document string) (*manifest, error) {
	object, err := yaml.YAMLToJSONStrict([]byte(document))
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(string(object)) == "null" {
		return nil, nil
	}
	_, _, err = strict.Decode(object, nil, nil)
	if err != nil && !runtime.IsNotRegisteredError(err) {
		return nil, err
	}
	return &manifest{Template: template, Builtin: err == nil, Object: object}, nil
}
